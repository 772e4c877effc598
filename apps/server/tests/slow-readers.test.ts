import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { createPeople, newName, type People } from "./support/people.ts";
import { OWNER, startTestServer, type TestServer } from "./support/start-test-server.ts";

/** Unread responses must not fill the memory or block the responses of other users. */

const MIB = 1024 * 1024;
const PATIENCE = { headersMs: 20_000, requestMs: 300_000, bodyMs: 10_000, roomMs: 60_000, readMs: 3000 };
const RECORDS = 500;
const LONG = "x".repeat(60_000);
const PAGES = 12;
/** Of one user, with responses begun before the first size was known; of another user's page; of what that user reads. */
const MOST_HELD = (120 + 30 + 50) * MIB;

let server: TestServer;
let people: People;
let page: string;
beforeAll(async () => {
  server = await startTestServer({ patience: PATIENCE, readers: 2 });
  people = await createPeople(server);
  const { owner } = people.clients;
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const items = Array(RECORDS / 2).fill({ fields: { text: "a" }, metadata: { long: LONG } });
  for (let half = 0; half < 2; half++)
    await owner.must("createRecords", { params: { dataset_id: datasetId }, body: { items } });
  page = `/api/v1/datasets/${datasetId}/records?limit=${RECORDS}`;
}, 90_000);
afterAll(() => server.close());

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Requests the long page and reads nothing of it. */
function askFor(key: string): Socket {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {}).pause();
  socket.write(`GET ${page} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Postil-Api-Key: ${key}\r\n\r\n`);
  return socket;
}

/** Reads the response to its end in pieces, with a pause after each. */
async function readSlowly(socket: Socket, pauseMs: number): Promise<{ readonly head: string; readonly bytes: number }> {
  let head = "";
  let bytes = 0;
  socket.on("data", (chunk: Buffer) => {
    if (bytes === 0) head = chunk.toString("latin1", 0, 300);
    bytes += chunk.length;
    socket.pause();
    setTimeout(() => socket.resume(), pauseMs);
  });
  const closed = once(socket, "close");
  socket.resume();
  await closed;
  return { head, bytes };
}

async function otherKey(): Promise<string> {
  const body = { first_name: "A", username: newName(), role: "owner", password: "long enough" } as const;
  return (await createClient(server.url, OWNER.apiKey).must("createUser", { body })).api_key;
}

test("API-31 pages that nobody reads are not made beyond a bound, and their connections are ended; others have theirs meanwhile", {
  timeout: 90_000,
}, async () => {
  const other = await otherKey();
  const before = process.memoryUsage().arrayBuffers;
  let held = 0;
  const asked = Array.from({ length: PAGES }, () => askFor(OWNER.apiKey));
  const begun = performance.now();
  const look = setInterval(() => {
    // After that time, memory of cut-off responses may remain until the garbage collector runs.
    if (performance.now() - begun < PATIENCE.readMs) held = Math.max(held, process.memoryUsage().arrayBuffers - before);
  }, 20);
  // By then the server has cut off the first responses.
  while (performance.now() - begun < 3 * PATIENCE.readMs) {
    const { head, bytes } = await readSlowly(askFor(other), 0);
    expect([head.slice(0, 13), bytes > 25 * MIB]).toEqual(["HTTP/1.1 200 ", true]);
  }
  clearInterval(look);
  expect(held / MIB).toBeLessThan(MOST_HELD / MIB);
  const read = await Promise.all(asked.map((socket) => readSlowly(socket, 0)));
  // A cut-off client received only what the socket buffers had taken.
  expect(read.filter(({ bytes }) => bytes < 15 * MIB).length).toBeGreaterThan(0);
});

test("API-31 whoever reads slowly, but reads, has all of every page", { timeout: 90_000 }, async () => {
  const asked = Array.from({ length: PAGES }, () => askFor(OWNER.apiKey));
  const read = await Promise.all(asked.map((socket) => readSlowly(socket, 2)));
  for (const { head, bytes } of read) {
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    expect(length).toBeGreaterThan(25 * MIB);
    expect(bytes).toBeGreaterThan(length);
  }
});
