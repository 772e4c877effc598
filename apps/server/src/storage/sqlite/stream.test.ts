import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { Ended, StreamCut } from "../failure.ts";
import type { Caller, Store, StreamPart } from "../store.ts";
import { PARTS_AHEAD } from "../threads/messages.ts";
import type { StreamLimits } from "./log-watch.ts";
import type { operations, streams } from "./store.fixture.ts";
import { openSqliteStore } from "./store.ts";

type Operations = typeof operations;
type Streams = typeof streams;
type Opened = Store<Operations, Operations, Streams>;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(streamLimits?: StreamLimits, streams?: number): Promise<Opened> {
  const home = await mkdtemp(join(tmpdir(), "postil-store-"));
  const store = await openSqliteStore<Operations, Operations, Streams>({
    file: join(home, "postil.db"),
    readers: 1,
    entry: new URL("./store.fixture.ts", import.meta.url),
    searchBytes: 0,
    laneOf: () => "short",
    ...(streamLimits ? { streamLimits } : {}),
    ...(streams ? { streams } : {}),
  });
  closing.push(() => rm(home, { recursive: true }), store.close);
  return store;
}

const counter = () => new Int32Array(new SharedArrayBuffer(4));
const noteOf = ({ value, done }: IteratorResult<StreamPart<number>, void>) => (done ? null : value?.note);
const failureOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

test("EXP-05 parts come in their order, from the state of the data when the first was made", async () => {
  const store = await open();
  const parts = store.stream("count", null, { parts: 20, bytes: 10, made: counter() });
  const notes = [noteOf(await parts.next())];
  await store.write("addWorkspace", null, { name: "later" });
  for await (const { note } of parts) notes.push(note);
  expect(notes).toEqual(Array(20).fill(0));
  const after = store.stream("count", null, { parts: 1, bytes: 10, made: counter() });
  expect(noteOf(await after.next())).toBe(1);
  await after.return();
});

test("EXP-05 no more parts are made than a few beyond those that were taken", async () => {
  const store = await open();
  const made = counter();
  const parts = store.stream("count", null, { parts: 1000, bytes: 10, made });
  await parts.next();
  await expect.poll(() => Atomics.load(made, 0)).toBe(PARTS_AHEAD + 2);
  // Other users get responses meanwhile.
  await store.read("which", null, { lane: "short" });
  expect(Atomics.load(made, 0)).toBe(PARTS_AHEAD + 2);
  await parts.return();
  const next = store.stream("count", null, { parts: 3, bytes: 10, made: counter() });
  let taken = 0;
  for await (const _ of next) taken++;
  expect(taken).toBe(3);
});

test("WAT-03 WAT-10 as many streams run at once as the store is told; it tells how many wait, and since when", async () => {
  const store = await open(undefined, 1);
  const by = (key: number): Caller => ({ key, id: `u${key}`, username: `u${key}`, role: "owner", workspaceIds: [] });
  const streamOf = (key: number) => store.stream("count", by(key), { parts: 1000, bytes: 10, made: counter() });
  const [first, second] = [streamOf(1), streamOf(2)];
  await first.next();
  const next = second.next();
  const { stream } = (await store.load()).lanes;
  expect(stream).toMatchObject({ waiting: 1, running: 1 });
  expect(stream.oldestMs).toBeGreaterThanOrEqual(stream.oldestWaitMs);
  await first.return();
  expect(noteOf(await next)).toBe(0);
  expect((await store.load()).lanes.stream).toMatchObject({ waiting: 0, running: 1, oldestWaitMs: 0 });
  expect((await store.load()).threads.map(({ role }) => role).toSorted()).toEqual(["searcher", "stream", "writer"]);
  await second.return();
});

test("EXP-05 a stream ends when its reader leaves, also one that waits, and its thread takes the next", async () => {
  const store = await open();
  const left = new AbortController();
  const made = counter();
  const parts = store.stream("count", null, { parts: 1_000_000, bytes: 10, made }, left.signal);
  await parts.next();
  await expect.poll(() => Atomics.load(made, 0)).toBeGreaterThan(PARTS_AHEAD);
  left.abort();
  const drained = async () => {
    for await (const _ of parts);
  };
  expect(await failureOf(drained())).toBeInstanceOf(Ended);
  const [first] = await Promise.all([1, 2, 3].map(() => store.stream("refuse", null, undefined).next().catch(String)));
  expect(first).toContain("Not yours.");
});

test("EXP-05 one whose parts nobody takes is ended, and says why", async () => {
  const store = await open({ stallMs: 50, logBytes: 1024 ** 3 });
  const parts = store.stream("count", null, { parts: 1000, bytes: 10, made: counter() });
  await parts.next();
  await expect.poll(() => failureOf(parts.next()), { interval: 200 }).toBeInstanceOf(StreamCut);
});

test("EXP-05 one that keeps the log from being begun anew is ended when the log is too long", async () => {
  const store = await open({ stallMs: 60_000, logBytes: 64 * 1024 });
  const parts = store.stream("count", null, { parts: 1_000_000, bytes: 10, made: counter() });
  await parts.next();
  for (let at = 0; at < 40; at++) await store.write("addWorkspace", null, { name: `w${at}` });
  const read = async () => {
    for await (const _ of parts) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  expect(await failureOf(read())).toMatchObject({ name: "StreamCut", message: expect.stringContaining("written") });
});

test("EXP-05 closing the store ends a stream that waits for its reader", async () => {
  const store = await open();
  const parts = store.stream("count", null, { parts: 1_000_000, bytes: 10, made: counter() });
  await parts.next();
  await closing.pop()?.();
  const drained = async () => {
    for await (const _ of parts);
  };
  expect(await failureOf(drained())).toBeInstanceOf(Error);
});
