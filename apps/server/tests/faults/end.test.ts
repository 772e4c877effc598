import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../support/client.ts";
import { createPublished } from "../support/draft.ts";
import { expectDoctorFindsNothing } from "../support/kills.ts";
import { API_KEY, startPostil } from "../support/process.ts";

const BODY = JSON.stringify({ name: "begun-before-the-end" });

/** Begins a call with an incomplete body. `rest` sends the missing part; `answer` is everything that comes back. */
async function beginCall(url: URL): Promise<{ rest(): void; readonly answer: Promise<string> }> {
  const socket: Socket = connect(Number(url.port), url.hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  const headers = [
    "POST /api/v1/workspaces HTTP/1.1",
    `Host: ${url.host}`,
    `X-Postil-Api-Key: ${API_KEY}`,
    "Content-Type: application/json",
    `Content-Length: ${BODY.length}`,
  ];
  socket.write(`${headers.join("\r\n")}\r\n\r\n${BODY.slice(0, 10)}`);
  let received = "";
  const answer = new Promise<string>((resolve) => {
    socket.setEncoding("utf8").on("data", (text: string) => {
      received += text;
    });
    socket.on("error", () => resolve(received));
    socket.on("close", () => resolve(received));
  });
  // Once the server answers another call, it has read these headers.
  await fetch(new URL("/api/v1/version", url)).then((reply) => reply.text());
  return { rest: () => socket.write(BODY.slice(10)), answer };
}

const isRefused = (url: URL): Promise<boolean> =>
  fetch(new URL("/api/v1/version", url)).then(
    () => false,
    () => true,
  );

test("SIGTERM: what has begun is finished, nothing new is accepted, the store is whole, exit code 0 within 5 s", async () => {
  const { child, ended, home, url } = await startPostil();
  const call = await beginCall(url);
  const signalled = performance.now();
  child.kill("SIGTERM");
  await expect.poll(() => isRefused(url), { timeout: 2000 }).toBe(true);
  call.rest();
  expect(await call.answer).toMatch(/^HTTP\/1\.1 201 /);
  expect(await ended).toMatchObject({ code: 0, signal: null, err: "" });
  expect(performance.now() - signalled).toBeLessThan(5000);
  // The server wrote the log into the store's file and released the home.
  expect(["postil.db-wal", "server.json"].filter((file) => existsSync(join(home, file)))).toEqual([]);
});

test("SIGINT: a call that never comes to its end is cut off, exit code 0 within 5 s", async () => {
  const { child, ended, url } = await startPostil();
  await beginCall(url);
  const signalled = performance.now();
  child.kill("SIGINT");
  expect((await ended).code).toBe(0);
  expect(performance.now() - signalled).toBeLessThan(5000);
});

test("a second signal ends it at once; the same Ctrl-C told twice is one", async () => {
  const { child, ended, url } = await startPostil();
  await beginCall(url);
  const signalled = performance.now();
  child.kill("SIGTERM");
  child.kill("SIGTERM");
  await expect.poll(() => performance.now() - signalled, { timeout: 2000 }).toBeGreaterThan(1200);
  expect(child.exitCode).toBeNull();
  child.kill("SIGTERM");
  expect((await ended).signal).toBe("SIGTERM");
});

test("WAT-14 SIGTERM with a drain: not ready any more, all calls are answered, and then it ends", async () => {
  const { child, ended, url } = await startPostil({ POSTIL_DRAIN_SECONDS: "300" });
  child.kill("SIGTERM");
  const ready = async () => (await fetch(new URL("/readyz", url))).json();
  await expect.poll(ready, { timeout: 5000 }).toMatchObject({ status: "ending" });
  const signalled = performance.now();
  expect((await fetch(new URL("/readyz", url))).status).toBe(503);
  const client = createClient(url.href.replace(/\/$/, ""), API_KEY);
  await client.must("createWorkspace", { body: { name: "while-it-drains" } });
  await expect.poll(() => performance.now() - signalled, { timeout: 2000 }).toBeGreaterThan(1200);
  child.kill("SIGTERM");
  expect((await ended).signal).toBe("SIGTERM");

  const short = await startPostil({ POSTIL_DRAIN_SECONDS: "1" });
  const begun = performance.now();
  short.child.kill("SIGTERM");
  expect((await short.ended).code).toBe(0);
  expect(performance.now() - begun).toBeGreaterThan(1000);
});

/** Starts minutes of work: bulk calls, and searches that each go through every response fifty times. */
async function keepBusy(url: URL): Promise<{ readonly outcomes: Promise<unknown> }> {
  const client = createClient(url.href.replace(/\/$/, ""), API_KEY);
  const { id: workspace } = await client.must("createWorkspace", { body: { name: "busy" } });
  const { datasetId } = await createPublished(client, workspace);
  const { id: user_id } = await client.must("getMe");
  const params = { dataset_id: datasetId };
  const responses = [{ user_id, status: "submitted", values: { mood: { value: "good" } } }];
  const items = Array.from({ length: 500 }, () => ({ fields: { text: "words ".repeat(100) }, responses }));
  for (let batch = 0; batch < 4; batch++) await client.must("bulkCreateRecords", { params, body: { items } });
  const filter = { type: "terms", scope: { entity: "response", question: "mood" }, values: ["good"] };
  const search = { filters: { and: Array.from({ length: 50 }, () => filter) } };
  const calls = Array.from({ length: 240 }, (_, index) =>
    index % 8 === 0
      ? client.call("bulkCreateRecords", { params, body: { items } })
      : client.call("searchRecords", { params, body: search }),
  );
  const outcomes = Promise.allSettled(calls);
  await Promise.race(calls);
  return { outcomes };
}

test("SIGTERM beside searches and bulk writes for minutes and a client that hangs: gone within 5 s, the store whole", {
  timeout: 90_000,
}, async () => {
  const { child, ended, home, url } = await startPostil();
  await beginCall(url);
  const { outcomes } = await keepBusy(url);
  const signalled = performance.now();
  child.kill("SIGTERM");
  // The server exits by itself. On a machine too busy for that, the signal ends it.
  const { code, signal } = await ended;
  expect([0, "SIGTERM"]).toContain(code ?? signal);
  expect(performance.now() - signalled).toBeLessThan(5000);
  await outcomes;
  await expectDoctorFindsNothing(home);
});

test("SIGTERM while the engine itself is held up: gone within 5 s as by the signal, and the next start is whole", async () => {
  const { child, ended, home, url } = await startPostil();
  // Another program locks the file. A thread then waits inside SQLite, where no message reaches it.
  const other = new DatabaseSync(join(home, "postil.db"));
  onTestFinished(() => other.close());
  other.exec("begin immediate");
  const client = createClient(url.href.replace(/\/$/, ""), API_KEY);
  const call = client.call("createWorkspace", { body: { name: "held-up" } }).catch((error: unknown) => error);
  await fetch(new URL("/api/v1/version", url)).then((reply) => reply.text());
  const signalled = performance.now();
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: null, signal: "SIGTERM" });
  expect(performance.now() - signalled).toBeLessThan(5000);
  expect(await call).toBeInstanceOf(Error);
  other.exec("rollback");
  await expectDoctorFindsNothing(home);
});
