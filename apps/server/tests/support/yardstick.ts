import { DatabaseSync } from "node:sqlite";

const ROWS = 100_000;

/** The CPU time in ms, the smaller of two runs: another thread's garbage collector may disturb one of them. */
export async function leastCpuMs(work: () => unknown): Promise<number> {
  const runs: number[] = [];
  for (let run = 0; run < 2; run++) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    runs.push((user + system) / 1000);
  }
  return Math.min(...runs);
}

/** The time in which this machine, at its present load, writes 100,000 short rows. Costs are multiples of it. */
export function yardstickMs(): Promise<number> {
  const database = new DatabaseSync(":memory:");
  database.exec("create table yard (key text, value real)");
  const write = database.prepare("insert into yard values (?, ?)");
  return leastCpuMs(() => {
    database.exec("begin");
    for (let row = 0; row < ROWS; row++) write.run(`k${row}`, row / 7);
    database.exec("commit; delete from yard");
  }).finally(() => database.close());
}
