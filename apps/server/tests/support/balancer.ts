import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A balancer without sticky sessions: each call goes to any server that is ready. */

/** How often servers are asked whether they are ready, and for how long an answer is waited for, ms. */
const ASKED_EVERY = 100;
const READY_WITHIN = 500;

export type Balancer = {
  readonly url: string;
  /** From now on the server with this name is at this address; null: it is gone. */
  readonly put: (name: string, url: string | null) => void;
  /** True if calls go to the server with this name. */
  readonly isUsed: (name: string) => boolean;
  /** Sends the server no more calls, and waits until those on their way to it are answered. */
  readonly drain: (name: string) => Promise<void>;
  readonly close: () => void;
};

export async function startBalancer(draw: (below: number) => number): Promise<Balancer> {
  const known = new Map<string, string>();
  const ready = new Set<string>();
  /** The calls that are on their way to each address. */
  const passing = new Map<string, Set<ServerResponse>>();
  const look = async () => {
    for (const url of known.values()) {
      const signal = AbortSignal.timeout(READY_WITHIN);
      const isReady = await fetch(`${url}/readyz`, { signal }).then(
        ({ ok }) => ok,
        () => false,
      );
      ready[isReady ? "add" : "delete"](url);
    }
  };
  const timer = setInterval(() => void look(), ASKED_EVERY);
  const server = createServer((asked, reply) => {
    const all = [...known.values()].filter((url) => ready.has(url));
    const url = all[draw(all.length)];
    if (url === undefined) return reply.writeHead(503, { "retry-after": "1" }).end("{}");
    const there = passing.get(url) ?? new Set();
    passing.set(url, there.add(reply));
    reply.on("close", () => there.delete(reply));
    return pass(asked, reply, url);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  const put: Balancer["put"] = (name, url) => {
    ready.delete(known.get(name) ?? "");
    if (url === null) known.delete(name);
    else known.set(name, url);
  };
  return {
    url: `http://127.0.0.1:${port}`,
    put,
    isUsed: (name) => ready.has(known.get(name) ?? ""),
    drain: async (name) => {
      const there = passing.get(known.get(name) ?? "") ?? new Set();
      put(name, null);
      await Promise.all([...there].map((reply) => new Promise<void>((resolve) => reply.once("close", resolve))));
    },
    close: () => {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
    },
  };
}

function pass(asked: IncomingMessage, reply: ServerResponse, url: string): void {
  const { method, headers } = asked;
  const onward = request(new URL(asked.url ?? "/", url), { method, headers, agent: false });
  onward.on("response", (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on("error", () => reply.destroy());
    answer.pipe(reply);
  });
  // The server has gone, and nobody knows what became of the call.
  onward.on("error", () => (reply.headersSent ? reply.destroy() : reply.writeHead(502).end("{}")));
  reply.on("close", () => onward.destroy());
  asked.pipe(onward);
}
