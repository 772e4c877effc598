import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { apiOf } from "../e2e/support/api.ts";
import { OWNER, type RunningServer } from "../e2e/support/server.ts";
import { openConnection } from "./lib/connection.ts";
import { pingFigure } from "./lib/figures.ts";
import { pingWhile } from "./lib/pings.ts";
import { cpuSeconds } from "./lib/processes.ts";
import type { Figure } from "./lib/report.ts";

/** Measures what a webhook adds to each answer: answers without one and with one take turns. */

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
  const listener = await listen();
  const url = `http://127.0.0.1:${listener.port}/`;
  const hook = await api.post("/api/v1/webhooks", { url, events: ["response.created"] });
  const enable = (enabled: boolean) => api.patch(`/api/v1/webhooks/${hook.id}`, { enabled });
  const costs = { alone: { seconds: 0, cpu: 0 }, heard: { seconds: 0, cpu: 0 } };
  let pings = null;
  try {
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const isHeard = round % 2 === 1;
      await enable(isHeard);
      const some = ids.slice(round * ANSWERS, (round + 1) * ANSWERS);
      if (some.length < ANSWERS) throw new Error("There are too few records.");
      const answering = pingWhile(server.port, answer(server, some, values, costs[isHeard ? "heard" : "alone"]));
      const { pings: seen } = await answering;
      if (isHeard) pings = seen;
    }
  } finally {
    await api.delete(`/api/v1/webhooks/${hook.id}`);
    listener.server.close();
  }
  const each = (seconds: number) => (1e6 * seconds) / (ROUNDS * ANSWERS);
  const [heard, alone] = [costs.heard, costs.alone].map(({ seconds, cpu }) => ({ us: each(seconds), cpu: each(cpu) }));
  if (!heard || !alone || !pings || listener.heard() === 0) throw new Error("The webhook heard nothing.");
  const what = "save one response, durable, with one webhook listening";
  return [
    {
      what: `${what} (${listener.heard()} events came)`,
      figure: `${Math.round(heard.us)} µs, ${Math.round(heard.cpu)} µs of processor`,
      floor: `${Math.round(alone.us)} µs, ${Math.round(alone.cpu)} µs without it`,
      target: `at most ${MOST_MORE_US} µs more`,
      met: heard.us - alone.us <= MOST_MORE_US,
    },
    pingFigure(what, pings),
  ];
}

async function answer(server: RunningServer, ids: readonly string[], values: object, cost: Cost): Promise<void> {
  const connection = await openConnection(server.port, OWNER.apiKey);
  const [cpu, begun] = [cpuSeconds(server.pid), performance.now()];
  for (const id of ids) {
    const reply = await connection.ask("POST", `/api/v1/records/${id}/responses`, { status: "submitted", values });
    if (reply.status !== 201) throw new Error(`The answer was answered with ${reply.status}: ${reply.body}`);
  }
  cost.seconds += (performance.now() - begun) / 1000;
  cost.cpu += cpuSeconds(server.pid) - cpu;
  connection.close();
}

async function listen(): Promise<{ readonly server: Server; readonly port: number; heard(): number }> {
  let heard = 0;
  const server = createServer((request, reply) => {
    heard++;
    request.resume().on("end", () => reply.writeHead(204).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { server, port, heard: () => heard };
}
