import { setTimeout as pause } from "node:timers/promises";
import { openConnection } from "./connection.ts";
import { type Stats, stats } from "./stats.ts";

const SECONDS = 3;
const GAP_MS = 10;

/** Measures how long another client waits for a very small call while `work` runs again and again. */
export async function measureBeside(
  port: number,
  apiKey: string,
  work: (run: number) => Promise<unknown>,
): Promise<Stats> {
  const connection = await openConnection(port, apiKey);
  const until = performance.now() + SECONDS * 1000;
  const noise = (async () => {
    for (let run = 0; performance.now() < until; run++) await work(run);
  })();
  const samples: number[] = [];
  while (performance.now() < until) {
    const begun = performance.now();
    const reply = await connection.ask("GET", "/api/v1/version");
    if (reply.status !== 200) throw new Error(`The ping was answered with ${reply.status}.`);
    samples.push(performance.now() - begun);
    await pause(GAP_MS);
  }
  await noise;
  connection.close();
  return stats(samples);
}
