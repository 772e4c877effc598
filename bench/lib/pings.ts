import { setTimeout as pause } from "node:timers/promises";
import { OWNER } from "../../e2e/support/server.ts";
import { openConnection } from "./connection.ts";
import { type Stats, stats } from "./stats.ts";

const SECONDS = 3;
const GAP_MS = 10;

/** Measures how long another client waits for a very small call until `work` has ended. */
export async function pingWhile<T>(
  port: number,
  work: Promise<T>,
): Promise<{ readonly pings: Stats; readonly done: T }> {
  const connection = await openConnection(port, OWNER.apiKey);
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  const samples: number[] = [];
  try {
    while (!isOver) {
      const begun = performance.now();
      const reply = await connection.ask("GET", "/api/v1/version");
      if (reply.status !== 200) throw new Error(`The ping was answered with ${reply.status}.`);
      samples.push(performance.now() - begun);
      await pause(GAP_MS);
    }
    return { done: await work, pings: stats(samples) };
  } finally {
    connection.close();
  }
}

/** The same while `work` runs again and again for a few seconds. */
export async function measureBeside(port: number, work: (run: number) => Promise<unknown>): Promise<Stats> {
  const until = performance.now() + SECONDS * 1000;
  const repeated = async () => {
    for (let run = 0; performance.now() < until; run++) await work(run);
  };
  return (await pingWhile(port, repeated())).pings;
}
