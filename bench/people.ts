import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { OWNER, type RunningServer, removeHome, startServer } from "../e2e/support/server.ts";
import { makeAnnotators } from "./lib/annotators.ts";
import { openConnection } from "./lib/connection.ts";
import { grouped, pingFigure, told } from "./lib/figures.ts";
import { type Filled, fill } from "./lib/fill.ts";
import { pingWhile } from "./lib/pings.ts";
import { watched } from "./lib/processes.ts";
import { type Figure, writeReport } from "./lib/report.ts";
import { readRows } from "./lib/rows.ts";
import { ms, stats } from "./lib/stats.ts";

/** Measures how many people one server holds while each of them answers at the pace of the fastest, and what records take. */

const PEOPLE = [50, 200, 800];
/** An answer of a person who answers by one key. */
const EVERY_MS = 2500;
const SECONDS = 30;
const MOST_SAVE_MS = 50;

export async function benchPeople(sizes: readonly number[]): Promise<void> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    const server = await startServer();
    try {
      const owner = await openConnection(server.port, OWNER.apiKey);
      const filled = await fill(owner, `people${size}`, readRows(), size);
      const keys = await makeAnnotators(owner, filled.workspaceId, Math.max(...PEOPLE));
      owner.close();
      for (const count of PEOPLE)
        figures.push(...told(await labelFigures(server, filled, keys.slice(0, count), grouped(size))));
      figures.push(...told(storeFigures(server, size)));
    } finally {
      await server.stop();
      removeHome(server.home);
    }
  }
  writeReport("people", figures);
}

async function labelFigures(
  server: RunningServer,
  filled: Filled,
  keys: readonly string[],
  size: string,
): Promise<readonly Figure[]> {
  const before = server.residentMib();
  const { done, cpu, seconds } = await watched(server, () =>
    pingWhile(server.port, labelTogether(server, filled, keys)),
  );
  const saves = stats(done.done);
  const what = `${size} records, ${keys.length} people answer every ${EVERY_MS / 1000} s`;
  return [
    {
      what: `${what}: an answer, durable`,
      figure: `p50 ${ms(saves.p50)}, p99 ${ms(saves.p99)}, ${(saves.count / seconds).toFixed(0)} answers/s`,
      target: `p99 under ${MOST_SAVE_MS} ms`,
      met: saves.p99 < MOST_SAVE_MS,
    },
    pingFigure(what, done.pings),
    {
      what: `${what}: what the server takes`,
      figure: `${((100 * cpu) / seconds).toFixed(0)} % of one core, ${grouped(server.residentMib())} MiB`,
      floor: `${grouped(before)} MiB before`,
      target: "less than one core",
      met: cpu < seconds,
    },
  ];
}

/** Each person saves, reads the own counts and reads ahead, as the page does. Gives the time of each save, ms. */
async function labelTogether(server: RunningServer, { datasetId, labels }: Filled, keys: readonly string[]) {
  const saves: number[] = [];
  const own = `/api/v1/me/datasets/${datasetId}`;
  const ahead = `${own}/records?include=responses&include=suggestions&response_status=pending&limit=10`;
  const answer = { status: "submitted", values: { intent: { value: labels[0] } } };
  const until = performance.now() + SECONDS * 1000;
  const label = async (key: string, person: number) => {
    await pause((EVERY_MS * person) / keys.length);
    const connection = await openConnection(server.port, key);
    const ask = async (method: string, path: string, body?: unknown) => {
      const reply = await connection.ask(method, path, body);
      if (reply.status >= 300)
        throw new Error(`${method} ${path} answered ${reply.status}: ${reply.body.slice(0, 300)}`);
      return reply.body;
    };
    let waiting: { id: string }[] = [];
    while (performance.now() < until) {
      const shown = performance.now();
      if (waiting.length === 0) waiting = (JSON.parse(await ask("GET", ahead)) as { items: { id: string }[] }).items;
      const next = waiting.shift();
      if (next === undefined) throw new Error("There are fewer records than answers.");
      const begun = performance.now();
      await ask("POST", `/api/v1/records/${next.id}/responses`, answer);
      saves.push(performance.now() - begun);
      await ask("GET", `${own}/metrics`);
      await pause(Math.max(0, EVERY_MS - (performance.now() - shown)));
    }
    connection.close();
  };
  await Promise.all(keys.map(label));
  return saves;
}

function storeFigures(server: RunningServer, size: number): readonly Figure[] {
  const bytes = statSync(join(server.home, "postil.db")).size;
  return [
    {
      what: `${grouped(size)} records of a sentence, two suggestions, two values of metadata and a vector of 64 numbers: the store`,
      figure: `${grouped(bytes / 2 ** 20)} MiB, ${grouped(bytes / size)} bytes for a record`,
      target: "stated",
      met: true,
    },
  ];
}
