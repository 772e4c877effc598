import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OWNER, startTestServer, type TestServer } from "./support/start-test-server.ts";

/** Uploads that never come to their end must not keep others from theirs. */

const MIB = 1024 * 1024;
const BULK = "/api/v1/me/responses/bulk";
const PATIENCE = { headersMs: 20_000, requestMs: 300_000, bodyMs: 10_000, roomMs: 2000 };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ patience: PATIENCE });
});
afterAll(() => server.close());

/** A connection on which a body has begun. */
async function begin(key: string, announced: number, sent: Uint8Array | string): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(
    `POST ${BULK} HTTP/1.1\r\nhost: postil\r\nx-argilla-api-key: ${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${announced}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.write(sent, resolve));
  return socket;
}

async function statusOf(body: string): Promise<number> {
  const headers = { "content-type": "application/json", "x-argilla-api-key": OWNER.apiKey };
  const reply = await fetch(server.url + BULK, { method: "POST", headers, body });
  await reply.arrayBuffer();
  return reply.status;
}
const large = JSON.stringify({ items: [], padding: "x".repeat(10 * MIB) });

for (const how of ["end", "destroy"] as const) {
  test(`API-31 uploads that are broken off (${how}) leave their room to the next`, async () => {
    for (let round = 0; round < 3; round++) {
      const sockets = await Promise.all(Array.from({ length: 6 }, () => begin(OWNER.apiKey, 16 * MIB, "0123456789")));
      // Answered on another connection: the server has seen those before it.
      await fetch(`${server.url}/api/v1/version`);
      for (const socket of sockets) socket[how]();
    }
    expect(await statusOf(large)).toBe(422);
  });
}
