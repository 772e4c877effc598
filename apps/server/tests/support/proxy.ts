import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { atEnd } from "./start-test-server.ts";

/** The way between a server and its database, which tests make slow, silent or broken. */
export type Way = {
  /** The address of the database through it. */
  readonly url: string;
  /** Each byte takes this long, ms, in each direction. */
  slow(ms: number): void;
  /** From now on nothing passes and nobody is told, also on new connections; bytes are taken and are lost. */
  fallSilent(): void;
  /** What lost bytes is broken off, as it is found out then; what comes passes again. */
  goOn(): void;
  /** From now on new connections lead to this port. */
  leadTo(port: number): void;
  /** How often something was asked after an answer, on all connections together: the ways there and back that somebody waited for. */
  turns(): number;
};

export async function wayTo(url: string): Promise<Way> {
  const address = new URL(url);
  let port = Number(address.port);
  let delay = 0;
  let isSilent = false;
  const sockets = new Set<Socket>();
  const lost = new Set<Socket>();
  let turns = 0;
  /** Connections on which the database was the last to speak. */
  const answered = new Set<Socket>();
  const pass = (from: Socket, to: Socket, asks: Socket) => {
    sockets.add(from);
    from.on("data", (bytes) => {
      if (from !== asks) answered.add(asks);
      else if (answered.delete(asks)) turns++;
      if (isSilent) lost.add(from).add(to);
      else if (delay === 0) to.write(bytes);
      else setTimeout(() => to.write(bytes), delay);
    });
    // The other end does not learn of it while the way is silent.
    from.on("close", () => {
      sockets.delete(from);
      if (isSilent) lost.add(to);
      else to.destroy();
    });
    from.on("error", () => {});
  };
  const way = createServer((client) => {
    const server = isSilent ? null : connectTo(port);
    if (server === null) {
      sockets.add(client);
      lost.add(client);
      client.on("error", () => {});
      client.resume();
      return;
    }
    pass(client, server, client);
    pass(server, client, client);
  }).listen(0, "127.0.0.1");
  await once(way, "listening");
  address.port = String((way.address() as AddressInfo).port); // listening on TCP
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    way.close();
  });
  return {
    url: address.href,
    slow: (ms) => {
      delay = ms;
    },
    fallSilent: () => {
      isSilent = true;
    },
    goOn: () => {
      isSilent = false;
      for (const socket of lost) socket.destroy();
      lost.clear();
    },
    leadTo: (to) => {
      port = to;
    },
    turns: () => turns,
  };
}

const connectTo = (port: number): Socket => connect(port, "127.0.0.1");
