import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { OWNER, type RunningServer, removeHome, startServer } from "../e2e/support/server.ts";
import { createPeople, idsOf, PEOPLE } from "./backup.ts";
import { type Connection, openConnection } from "./lib/connection.ts";
import { grouped, pingFigure, told } from "./lib/figures.ts";
import { fill } from "./lib/fill.ts";
import { pingWhile } from "./lib/pings.ts";
import { cpuSeconds } from "./lib/processes.ts";
import { type Figure, writeReport } from "./lib/report.ts";
import { readRows } from "./lib/rows.ts";
import { ms } from "./lib/stats.ts";

/** Measures a compaction while people label, after most records were deleted, and what a file that can give room back costs. */

/** People work in records that were added after those that are deleted: they are at the end of the file and have to move. */
const KEPT = 20_000;
const ALONE_MS = 10_000;

type StoreFile = {
  readonly free: number;
  readonly running: object | null;
  readonly last: { readonly why: string | null } | null;
};

export async function benchCompact(size: number): Promise<void> {
  const server = await startServer();
  const figures: Figure[] = [costOfParts()];
  try {
    figures.push(...told(await measure(server, size)));
  } finally {
    await server.stop();
    removeHome(server.home);
  }
  writeReport("compact", figures);
}

async function measure(server: RunningServer, size: number): Promise<readonly Figure[]> {
  const owner = await openConnection(server.port, OWNER.apiKey);
  const file = join(server.home, "postil.db");
  const goes = await fill(owner, "goes", readRows(), size);
  const { datasetId, labels } = await fill(owner, "stays", readRows(), KEPT);
  const ids = await idsOf(owner, datasetId, KEPT);
  await removeForGood(owner, goes.datasetId);
  const people = createPeople(server, ids, { intent: { value: labels[0] } });
  await people.start();
  const { pings: quiet } = await pingWhile(server.port, pause(ALONE_MS));
  const alone = people.given() / (ALONE_MS / 1000);

  const [before, given, cpu, begun] = [statSync(file).size, people.given(), cpuSeconds(server.pid), performance.now()];
  const { free } = await stateOf(owner);
  const { pings } = await pingWhile(server.port, compact(server));
  const seconds = (performance.now() - begun) / 1000;
  const [during, took] = [(people.given() - given) / seconds, cpuSeconds(server.pid) - cpu];
  const after = statSync(file).size;
  await people.stop();
  owner.close();
  const what = `${grouped(size)} of ${grouped(size + KEPT)} records deleted, ${PEOPLE} people label: a compaction`;
  return [
    {
      what: `${what} (${seconds.toFixed(1)} s, ${took.toFixed(1)} s of processor with the answers)`,
      figure: `${inMb(before)} before, ${inMb(after)} after`,
      floor: `${inMb(free)} free`,
      target: "at least nine tenths of it",
      met: before - after > 0.9 * free,
    },
    { ...pingFigure(what, pings), floor: `p99 ${ms(quiet.p99)} without it` },
    {
      what: `${what}, their answers beside it`,
      figure: `${during.toFixed(0)} answers/s`,
      floor: `${alone.toFixed(0)} answers/s without it`,
      target: "at least half",
      met: during > alone / 2,
    },
  ];
}

const inMb = (bytes: number): string => `${grouped(bytes / 1e6)} MB`;

async function must(connection: Connection, method: string, path: string, body?: unknown): Promise<string> {
  const reply = await connection.ask(method, path, body);
  if (reply.status >= 300) throw new Error(`${method} ${path} was answered with ${reply.status}: ${reply.body}`);
  return reply.body;
}

const stateOf = async (connection: Connection): Promise<StoreFile> =>
  JSON.parse(await must(connection, "GET", "/api/postil/v1/store-file")) as StoreFile;

/** Deletes a dataset for good, and waits until its rows are gone. */
async function removeForGood(owner: Connection, datasetId: string): Promise<void> {
  await must(owner, "DELETE", `/api/v1/datasets/${datasetId}`);
  const { items } = JSON.parse(await must(owner, "GET", "/api/postil/v1/bin")) as { items: { id: string }[] };
  await must(owner, "DELETE", `/api/postil/v1/bin/${items[0]?.id}`);
  for (let [free, more] = [-1, 0]; more > free; ) {
    free = more;
    await pause(5000);
    more = (await stateOf(owner)).free;
    if (more === 0) more = free + 1;
  }
}

/** As the command does, with the key that the server wrote down for it. */
async function compact(server: RunningServer): Promise<void> {
  const { key } = JSON.parse(readFileSync(join(server.home, "server.json"), "utf8")) as { key: string };
  const connection = await openConnection(server.port, key);
  await must(connection, "POST", "/api/postil/v1/store-file/compaction");
  for (;;) {
    const { running, last } = await stateOf(connection);
    if (last?.why) throw new Error(`The compaction was not whole: ${last.why}`);
    if (running === null) break;
    await pause(100);
  }
  connection.close();
}

const ROWS = 50_000;
const MOST_TIMES = 1.15;

/** The same rows into a file that can give room back in parts, and into one that cannot. */
function costOfParts(): Figure {
  const folder = mkdtempSync(join(tmpdir(), "postil-compact-"));
  const seconds = (vacuum: string) => {
    const file = join(folder, "rows.db");
    for (const name of [file, `${file}-wal`, `${file}-shm`]) rmSync(name, { force: true });
    const database = new DatabaseSync(file);
    database.exec(`pragma auto_vacuum = ${vacuum}; pragma journal_mode = wal; pragma synchronous = off;
      create table text (set_key integer, seq integer, text text, primary key (set_key, seq)) strict, without rowid;
      create table value (set_key integer, target integer, value text, seq integer, primary key (set_key, target, value, seq)) strict, without rowid;
      create index value_seq on value (set_key, seq)`);
    const text = database.prepare("insert into text values (?, ?, ?)");
    const value = database.prepare("insert into value values (?, ?, ?, ?)");
    const { user, system } = process.cpuUsage();
    for (let seq = 0; seq < ROWS; seq++) {
      if (seq % 500 === 0) database.exec("begin");
      text.run(1, seq, "x".repeat(300 + ((seq * 7919) % 400)));
      for (let target = 0; target < 5; target++) value.run(1, target, String((seq * 7919) % 10_007), seq);
      if (seq % 500 === 499) database.exec("commit");
    }
    database.close();
    const spent = process.cpuUsage({ user, system });
    return (spent.user + spent.system) / 1e6;
  };
  // The first run warms up; of the others the fastest counts, because other programs only add time.
  seconds("none");
  const runs = [1, 2, 3].map(() => ({ parts: seconds("incremental"), floor: seconds("none") }));
  const [parts, floor] = [Math.min(...runs.map((run) => run.parts)), Math.min(...runs.map((run) => run.floor))];
  rmSync(folder, { recursive: true });
  return {
    what: `${grouped(ROWS)} rows with 5 values into a file that can give room back in parts`,
    figure: `${parts.toFixed(2)} s of processor`,
    floor: `${floor.toFixed(2)} s into one that cannot`,
    target: `at most ${MOST_TIMES} times`,
    met: parts < floor * MOST_TIMES,
  };
}
