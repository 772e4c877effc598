import { copyFileSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { OWNER, type RunningServer, removeHome, startServer } from "../e2e/support/server.ts";
import { type Connection, openConnection } from "./lib/connection.ts";
import { grouped, pingFigure, told } from "./lib/figures.ts";
import { fill } from "./lib/fill.ts";
import { pingWhile } from "./lib/pings.ts";
import { cpuSeconds } from "./lib/processes.ts";
import { type Figure, writeReport } from "./lib/report.ts";
import { readRows } from "./lib/rows.ts";
import { ms } from "./lib/stats.ts";

/** Measures a backup while people label: how long it takes, what they notice, and which answers are in it. */

export const PEOPLE = 8;
/** An answer each, and then a look at the next record. */
const THINK_MS = 50;
const IDS_READ = 1000;
/** Without a backup, for the floor. */
const ALONE_MS = 10_000;
/** Of a plain copy of the store: it is copied, checked by the engine and read again, at half the speed. */
const MOST_TIMES = 60;

export async function benchBackup(sizes: readonly number[]): Promise<void> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    const server = await startServer();
    const folder = mkdtempSync(join(tmpdir(), "postil-backup-"));
    try {
      figures.push(...told(await measure(server, size, folder)));
    } finally {
      await server.stop();
      removeHome(server.home);
      rmSync(folder, { recursive: true });
    }
  }
  writeReport("backup", figures);
}

async function measure(server: RunningServer, size: number, folder: string): Promise<readonly Figure[]> {
  const owner = await openConnection(server.port, OWNER.apiKey);
  const { datasetId, labels } = await fill(owner, `backup${size}`, readRows(), size);
  const ids = await idsOf(owner, datasetId, Math.min(size, 20 * IDS_READ));
  owner.close();
  const values = { intent: { value: labels[0] } };
  const people = createPeople(server, ids, values);
  await people.start();
  const { pings: quiet } = await pingWhile(server.port, pause(ALONE_MS));
  const alone = people.given() / (ALONE_MS / 1000);

  const file = join(folder, "bench.backup");
  const [before, cpu, begun] = [people.given(), cpuSeconds(server.pid), performance.now()];
  const { pings } = await pingWhile(server.port, backUp(server, file));
  const seconds = (performance.now() - begun) / 1000;
  const [during, took] = [(people.given() - before) / seconds, cpuSeconds(server.pid) - cpu];
  const given = people.given();
  await people.stop();
  const found = answersIn(file);
  const floor = copyPlainly(join(server.home, "postil.db"), join(folder, "plain"));
  const what = `${grouped(size)} records, ${PEOPLE} people label: a backup`;
  return [
    {
      what: `${what} (${took.toFixed(1)} s of processor with the answers)`,
      figure: `${seconds.toFixed(1)} s`,
      floor: `${floor.toFixed(1)} s for a plain copy`,
      target: `at most ${MOST_TIMES} plain copies`,
      met: seconds < floor * MOST_TIMES,
    },
    { ...pingFigure(what, pings), floor: `p99 ${ms(quiet.p99)} without it` },
    {
      what: `${what}, their answers beside it`,
      figure: `${during.toFixed(0)} answers/s`,
      floor: `${alone.toFixed(0)} answers/s without it`,
      target: "at least half",
      met: during > alone / 2,
    },
    {
      what: `${what}, answers in it`,
      figure: `${grouped(found)}`,
      floor: `${grouped(before)} before it, ${grouped(given)} at its end`,
      target: "all that were acknowledged before it",
      met: found >= before && found <= given + PEOPLE,
    },
  ];
}

export async function idsOf(connection: Connection, datasetId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const path = `/api/v1/datasets/${datasetId}/records?limit=${IDS_READ}&offset=${ids.length}`;
    const { items } = JSON.parse((await connection.ask("GET", path)).body) as { items: { id: string }[] };
    ids.push(...items.map(({ id }) => id));
  }
  return ids;
}

/** People who answer one record after the other, each their own. */
export function createPeople(server: RunningServer, ids: readonly string[], values: object) {
  let given = 0;
  let isOver = false;
  let ended: Promise<unknown> = Promise.resolve();
  const label = async (connection: Connection, person: number) => {
    for (let at = person; !isOver && at < ids.length; at += PEOPLE) {
      const reply = await connection.ask("POST", `/api/v1/records/${ids[at]}/responses`, {
        status: "submitted",
        values,
      });
      if (reply.status !== 201) throw new Error(`The answer was answered with ${reply.status}: ${reply.body}`);
      given++;
      await pause(THINK_MS);
    }
    connection.close();
  };
  return {
    given: () => given,
    start: async () => {
      const connections = await Promise.all(
        Array.from({ length: PEOPLE }, () => openConnection(server.port, OWNER.apiKey)),
      );
      ended = Promise.all(connections.map(label));
    },
    stop: async () => {
      isOver = true;
      await ended;
    },
  };
}

/** As the command does, with the key that the server wrote down for it. */
async function backUp(server: RunningServer, path: string): Promise<void> {
  const { key } = JSON.parse(readFileSync(join(server.home, "server.json"), "utf8")) as { key: string };
  const connection = await openConnection(server.port, key);
  const begun = await connection.ask("POST", "/api/postil/v1/backups", { path });
  if (begun.status !== 202) throw new Error(`The backup was answered with ${begun.status}: ${begun.body}`);
  for (;;) {
    const { running, failed } = JSON.parse((await connection.ask("GET", "/api/postil/v1/backups")).body);
    if (failed !== null) throw new Error(`The backup failed: ${failed.why}`);
    if (running === null) break;
    await pause(100);
  }
  connection.close();
}

function answersIn(file: string): number {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  const database = new DatabaseSync(url, { readOnly: true });
  const { count } = database.prepare("select count(*) as count from response").get() as { count: number }; // its column
  database.close();
  return count;
}

function copyPlainly(from: string, to: string): number {
  const begun = performance.now();
  copyFileSync(from, to);
  fsyncSync(openSync(to, "r"));
  return (performance.now() - begun) / 1000;
}
