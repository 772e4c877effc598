import { setTimeout as pause } from "node:timers/promises";
import { apiOf } from "../e2e/support/api.ts";
import { OWNER, type RunningServer } from "../e2e/support/server.ts";
import { openConnection } from "./lib/connection.ts";
import { pingFigure } from "./lib/figures.ts";
import { startListener } from "./lib/listener.ts";
import { pingWhile } from "./lib/pings.ts";
import { cpuSeconds } from "./lib/processes.ts";
import type { Figure } from "./lib/report.ts";

/**
 * Measures what a webhook adds to each answer: answers without one and with one take turns. The processor time with one
 * includes that every event is delivered and noted. The program that listens is a process of its own.
 */

const [ROUNDS, ANSWERS] = [4, 125];
const MOST_MORE_US = 400;

type Cost = { seconds: number; cpu: number };

/** `ids`: records without an answer; `values`: an answer to them. */
export async function webhookFigures(
  server: RunningServer,
  ids: readonly string[],
  values: object,
): Promise<readonly Figure[]> {
  const api = apiOf(server.port);
  const listener = await startListener();
  const url = `http://127.0.0.1:${listener.port}/`;
  const hook = await api.post("/api/v1/webhooks", { url, events: ["response.created"] });
  const enable = (enabled: boolean) => api.patch(`/api/v1/webhooks/${hook.id}`, { enabled });
  const waiting = async () =>
    (await api.get<States>("/api/postil/v1/webhooks")).items.reduce((sum, { waiting }) => sum + waiting, 0);
  const costs = { alone: { seconds: 0, cpu: 0 }, heard: { seconds: 0, cpu: 0 } };
  const listening = listener.cpu();
  let pings = null;
  try {
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const isHeard = round % 2 === 1;
      await enable(isHeard);
      const some = ids.slice(round * ANSWERS, (round + 1) * ANSWERS);
      if (some.length < ANSWERS) throw new Error("There are too few records.");
      const cost = costs[isHeard ? "heard" : "alone"];
      const cpu = cpuSeconds(server.pid);
      const { pings: seen } = await pingWhile(server.port, answer(server, some, values, cost));
      if (isHeard) {
        pings = seen;
        while (listener.heard() < (ANSWERS * (round + 1)) / 2) await pause(LOOK_MS);
        while ((await waiting()) > 0) await pause(LOOK_MS);
      }
      cost.cpu += cpuSeconds(server.pid) - cpu;
    }
  } finally {
    await api.delete(`/api/v1/webhooks/${hook.id}`);
  }
  const each = (seconds: number) => Math.round((1e6 * seconds) / (ROUNDS * ANSWERS));
  const own = each(listener.cpu() - listening);
  listener.close();
  const [heard, alone] = [costs.heard, costs.alone].map(({ seconds, cpu }) => ({ us: each(seconds), cpu: each(cpu) }));
  if (!heard || !alone || !pings) throw new Error("Nothing was measured.");
  const what = "save one response, durable, with one webhook listening";
  return [
    {
      what: `${what} (${listener.heard()} events came; the listener took ${own} µs of processor for each, not counted here)`,
      figure: `${heard.us} µs, ${heard.cpu} µs of processor with the delivery`,
      floor: `${alone.us} µs, ${alone.cpu} µs without it`,
      target: `at most ${MOST_MORE_US} µs more`,
      met: heard.us - alone.us <= MOST_MORE_US,
    },
    pingFigure(what, pings),
  ];
}

type States = { readonly items: readonly { readonly waiting: number }[] };
const LOOK_MS = 100;

async function answer(server: RunningServer, ids: readonly string[], values: object, cost: Cost): Promise<void> {
  const connection = await openConnection(server.port, OWNER.apiKey);
  const begun = performance.now();
  for (const id of ids) {
    const reply = await connection.ask("POST", `/api/v1/records/${id}/responses`, { status: "submitted", values });
    if (reply.status !== 201) throw new Error(`The answer was answered with ${reply.status}: ${reply.body}`);
  }
  cost.seconds += (performance.now() - begun) / 1000;
  connection.close();
}
