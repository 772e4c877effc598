import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { API_KEY, newHome, removeHome, runPostil } from "../support/process.ts";

/** Node, its threads and the store keep about fifty files open. */
const OPEN_FILES = "120";
const CONNECTIONS = 300;

/** Connects. Resolves to the socket if the server keeps the connection for a moment, else to null. */
const hold = (port: number) =>
  new Promise<Socket | null>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(null)).once("close", () => resolve(null));
    // Sends an incomplete request: the server waits for the rest on each connection that it accepts.
    socket.once("connect", () => socket.write("GET /", () => setTimeout(() => resolve(socket), 500)));
  });

test("API-37 with more connections than files to open, those there are are answered", async () => {
  const home = newHome();
  const server = runPostil(home, [], { POSTIL_TEST_OPEN_FILES: OPEN_FILES, POSTIL_DEMO: "1" });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const held: Socket[] = [];
  try {
    const url = await server.address;
    const ask = (path: string, body?: unknown) =>
      new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
        const headers = { "x-postil-api-key": API_KEY, "content-type": "application/json" };
        const call = request(url + path, { agent, headers, method: body ? "POST" : "GET" }, (reply) => {
          let text = "";
          reply.on("data", (chunk) => {
            text += chunk;
          });
          reply.once("end", () => resolve({ status: reply.statusCode, body: text }));
        });
        call.once("error", reject).end(body && JSON.stringify(body));
      });
    const { items } = JSON.parse((await ask("/api/v1/me/datasets")).body);
    const tried = await Promise.all(Array.from({ length: CONNECTIONS }, () => hold(Number(new URL(url).port))));
    held.push(...tried.filter((socket) => socket !== null));
    expect(held.length).toBeGreaterThan(0);
    expect(held.length).toBeLessThan(CONNECTIONS);

    const at = `/api/v1/datasets/${items[0].id}/records`;
    // These calls open files: the system's, the page's, and those of a thread that has not started yet.
    expect((await ask("/api/v1/status")).status).toBe(200);
    expect((await ask("/assets/nothing.js")).status).not.toBe(500);
    expect((await ask(`${at}/search`, { query: { text: { q: "a" } } })).status).toBe(200);
    expect((await ask(`${at}/bulk`, { items: [], padding: "x".repeat(100_000) })).status).toBe(422);

    for (const socket of held.splice(0)) socket.destroy();
    // Until the server has closed its side, a new connection is refused.
    const status = () => fetch(`${url}/api/v1/version`).then(({ status: code }) => code, String);
    await expect.poll(status).toBe(200);
  } finally {
    agent.destroy();
    for (const socket of held) socket.destroy();
    server.child.kill("SIGTERM");
    await server.ended;
    removeHome(home);
  }
});
