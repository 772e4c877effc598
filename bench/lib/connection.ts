import { connect, type Socket } from "node:net";

/**
 * One kept-alive HTTP/1.1 connection with one request at a time. It is as simple as possible: on two cores, a client that
 * costs much would distort the measurement.
 */
export type HttpReply = { readonly status: number; readonly body: string };
export type Connection = {
  ask(method: string, path: string, body?: unknown): Promise<HttpReply>;
  close(): void;
};

type Waiting = { readonly resolve: (reply: HttpReply) => void; readonly reject: (error: Error) => void };

export function openConnection(port: number, apiKey: string): Promise<Connection> {
  const socket: Socket = connect({ host: "127.0.0.1", port, noDelay: true });
  let waiting: Waiting | null = null;
  let received = Buffer.alloc(0);

  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = null;
  };
  socket.on("data", (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const reply = readReply(received);
    if (!reply) return;
    received = Buffer.alloc(0);
    const asked = waiting;
    waiting = null;
    asked?.resolve(reply);
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("The server closed the connection.")));

  const ask: Connection["ask"] = (method, path, body) =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      const text = body === undefined ? "" : JSON.stringify(body);
      const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-argilla-api-key: ${apiKey}\r\n`;
      const content = text ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n` : "";
      socket.write(`${head}${content}\r\n${text}`);
    });
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("connect", () => resolve({ ask, close: () => socket.destroy() }));
  });
}

/** A whole reply with a content length (these calls get no other kind). Null means that a part is still missing. */
function readReply(bytes: Buffer): HttpReply | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = bytes.toString("latin1", 0, end);
  const status = Number(head.slice(9, 12));
  const length = status === 204 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
  if (bytes.length < end + 4 + length) return null;
  return { status, body: bytes.toString("utf8", end + 4, end + 4 + length) };
}
