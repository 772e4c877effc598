import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A program that hears of events: it answers with the next status, or as a function says. */

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not
type Body = { readonly type: string; readonly version: number; readonly timestamp: string; readonly data: any };
export type Received = {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Body;
};

type Answer = {
  readonly status: number;
  readonly text?: string;
  readonly headers?: { readonly [name: string]: string };
  /** Closes the connection after the answer, without saying so in it. */
  readonly hangsUp?: boolean;
};

export async function startReceiver(answer: (event: Received) => Answer | Promise<Answer> = () => ({ status: 204 })) {
  const received: Received[] = [];
  const current = { answer };
  let connections = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const event = { id: String(request.headers["webhook-id"]), headers: request.headers, text, body: JSON.parse(text) };
    received.push(event);
    const { status, text: said = "", headers = {}, hangsUp = false } = await current.answer(event);
    response.writeHead(status, headers).end(said, () => hangsUp && request.socket.destroy());
  });
  server.on("connection", () => {
    connections++;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  return {
    url: `http://127.0.0.1:${port}/events`,
    received,
    connections: () => connections,
    /** Of each event once: a busy machine may answer so late that an event is sent again. */
    types: () => [...new Map(received.map(({ id, body }) => [id, body.type])).values()],
    answerWith: (next: (event: Received) => Answer | Promise<Answer>) => {
      current.answer = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** The signature that Standard Webhooks expects. */
export function expectedSignature(secret: string, { headers, text }: Received): string {
  const hmac = createHmac("sha256", Buffer.from(secret, "base64"));
  return `v1,${hmac.update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${text}`).digest("base64")}`;
}
