import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { newName } from "./support/people.ts";
import { OWNER, startForFile } from "./support/start-test-server.ts";

/** Uploads that never end must not block other users' uploads. */

const MIB = 1024 * 1024;
const BULK = "/api/v1/me/responses/bulk";
const PATIENCE = { headersMs: 20_000, requestMs: 300_000, bodyMs: 3000, roomMs: 10_000, readMs: 30_000 };

const server = await startForFile({ patience: PATIENCE });
const owner = createClient(server.url, OWNER.apiKey);
const workspace = await owner.must("createWorkspace", { body: { name: newName() } });
const join = async () => {
  const key = await createKey();
  const me = await createClient(server.url, key).must("getMe", {});
  await owner.must("addWorkspaceUser", { params: { workspace_id: workspace.id }, body: { user_id: me.id } });
  return key;
};
const keys = [await join(), await join(), await join()];

async function createKey(): Promise<string> {
  const body = { first_name: "A", username: newName(), role: "annotator", password: "long enough" } as const;
  return (await createClient(server.url, OWNER.apiKey).must("createUser", { body })).api_key;
}

/** Opens a connection and sends the beginning of a body. */
async function begin(key: string, announced: number, sent: Uint8Array | string): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(
    `POST ${BULK} HTTP/1.1\r\nhost: postil\r\nx-argilla-api-key: ${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${announced}\r\n\r\n`,
  );
  socket.write(sent);
  return socket;
}

async function statusOf(body: string): Promise<number> {
  const headers = { "content-type": "application/json", "x-argilla-api-key": OWNER.apiKey };
  const reply = await fetch(server.url + BULK, { method: "POST", headers, body });
  await reply.arrayBuffer();
  return reply.status;
}

/** Makes calls that look up their users in turn. By then the server has looked up the users of the earlier bodies. */
async function untilSeen(): Promise<void> {
  for (const key of [...keys, OWNER.apiKey]) await createClient(server.url, key).must("getMe", {});
}

const large = JSON.stringify({ items: [], padding: "x".repeat(10 * MIB) });

for (const how of ["end", "destroy"] as const) {
  test(`API-31 uploads that are broken off (${how}) leave their room to the next`, async () => {
    for (let round = 0; round < 3; round++) {
      const sockets = await Promise.all(Array.from({ length: 6 }, () => begin(OWNER.apiKey, 16 * MIB, "0123456789")));
      await untilSeen();
      for (const socket of sockets) socket[how]();
    }
    expect(await statusOf(large)).toBe(422);
  });
}

/** Returns the status that comes on a connection before its body is complete. */
async function statusOn(socket: Socket): Promise<number> {
  const [answer] = await once(socket, "data");
  return Number(String(answer).split(" ")[1]);
}

test("API-31 room is taken for what has come, not for what is told", async () => {
  const began = keys.flatMap((key) => Array.from({ length: 4 }, () => begin(key, 16 * MIB, "0123456789")));
  const sockets = await Promise.all(began);
  await untilSeen();
  // Where one waits for room, those that send nothing more are ended.
  let ended = 0;
  for (const socket of sockets) socket.once("data", () => ended++);
  expect(await statusOf(large)).toBe(422);
  expect(ended).toBe(0);
  for (const socket of sockets) socket.destroy();
});

test("API-31 bodies that stop coming while others wait for their room are ended", async () => {
  const most = new Uint8Array(16 * MIB - 1).fill(32);
  const began = keys.flatMap((key) => Array.from({ length: 4 }, () => begin(key, 16 * MIB, most)));
  const sockets = await Promise.all(began);
  const ended = sockets.map(statusOn);
  expect(await statusOf(large)).toBe(422);
  expect(await Promise.any(ended)).toBe(408);
  for (const socket of sockets) socket.destroy();
});

test("FBU-04 of who is in no workspace no page of responses over 1 MB is read", async () => {
  const socket = await begin(await createKey(), 16 * MIB, "0123456789");
  expect(await statusOn(socket)).toBe(403);
});

test("API-05 a stranger is refused at once, however slowly their body comes", async () => {
  const socket = await begin("nobody's", 600_000, "0");
  const drip = setInterval(() => socket.write("0"), 300);
  const asked = performance.now();
  expect(await statusOn(socket)).toBe(401);
  expect(performance.now() - asked).toBeLessThan(3000);
  clearInterval(drip);
  socket.destroy();
});
