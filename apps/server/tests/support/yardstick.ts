import { DatabaseSync } from "node:sqlite";

const ROWS = 100_000;

/** In ms of this thread, the least of two times: another thread's collector may have been in the way once. */
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

/** What the same machine, as busy as it is now, takes to write 100,000 short rows: costs are told as so many times it. */
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
