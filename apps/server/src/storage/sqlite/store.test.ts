import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patiently } from "../../../tests/support/patiently.ts";
import { Ended, Interrupted, OutOfMemory } from "../failure.ts";
import type { Caller, Lane, Store } from "../store.ts";
import type { operations } from "./store.fixture.ts";
import { openSqliteStore } from "./store.ts";

const READERS = 3;
const SEARCH_BYTES = 4000;
type Operations = typeof operations;

let home: string;
let store: Store<Operations, Operations>;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "postil-store-"));
  store = await openSqliteStore<Operations, Operations>({
    file: join(home, "postil.db"),
    readers: READERS,
    entry: new URL("./store.fixture.ts", import.meta.url),
    searchBytes: SEARCH_BYTES,
    laneOf: (_, input) => ("lane" in input ? input.lane : "short"),
  });
});
afterEach(async () => {
  await store.close();
  await rm(home, { recursive: true });
});

const person = (key: number): Caller => ({
  key,
  id: `${key}`,
  username: `${key}`,
  role: "owner",
  workspaceIds: [],
});
const [ANNA, BEN, CARA] = [person(1), person(2), person(3)];

const number = (value = 0) => new Int32Array(new SharedArrayBuffer(4)).fill(value);
const which = (lane: Lane = "short", caller: Caller | null = null) => store.read("which", caller, { lane });
const hold = (lane: Lane, until: Int32Array, caller: Caller | null = null) =>
  store.read("hold", caller, { lane, until });
const release = (until: Int32Array) => {
  Atomics.store(until, 0, 1);
  Atomics.notify(until, 0);
};

/** Starts a read that ends only when `end` is called. Resolves when the read runs. */
async function endless(lane: Lane, caller: Caller, left?: AbortSignal): Promise<{ readonly end: Promise<unknown> }> {
  const begun = number();
  const end = store.read("endless", caller, { lane, begun, until: number() }, left).catch((error: unknown) => error);
  await Atomics.waitAsync(begun, 0, 0).value;
  return { end };
}

test("FQU-03 what is wanted as text is written where it was read, and pages of many records keep no short one waiting", async () => {
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const thread = await which("long");
  expect(decode(await store.readText("which", null, { lane: "long" }))).toBe(
    `read in ${thread}, written in ${thread}: ✓`,
  );
  const until = number();
  const held = hold("long", until);
  const whileHeld = await Promise.all(Array.from({ length: 9 }, () => which()));
  expect(whileHeld).not.toContain(thread);
  release(until);
  expect(await held).toBe(thread);
  const nobodyWrites = store.readText("hold", null, { lane: "long", until: number(1) });
  await expect(nobodyWrites).rejects.toThrow("There is no writer of that name");
});

test("FFI-12 FQU-03 one person's searches wait for each other in one thread, and no page for them", async () => {
  const until = number();
  const searches = Array.from({ length: 4 }, () => hold("search", until, ANNA));
  const pages = await Promise.all(Array.from({ length: 20 }, () => which()));
  expect(new Set(pages).size).toBe(READERS - 1);
  release(until);
  const [searcher, ...others] = await Promise.all(searches);
  expect(new Set(others)).toEqual(new Set([searcher]));
  expect(pages).not.toContain(searcher);
});

test("FEN-20 FFI-12 FFI-14 reads of every row, and those that keep vectors, wait for their own kind alone", async () => {
  const until = number();
  const held = (["scan", "scan", "vectors"] as const).map((lane) => hold(lane, until));
  const pages = await Promise.all(Array.from({ length: 20 }, () => which()));
  expect(new Set(pages).size).toBe(READERS);
  expect(pages).toContain(await which("search"));
  release(until);
  const [scanner, other, vectors] = await Promise.all(held);
  expect(other).toBe(scanner);
  expect(new Set([...pages, scanner, vectors]).size).toBe(READERS + 2);
});

test("FFI-12 threads that keep what they search share the memory for it, and take 200 bytes a record together for values", async () => {
  const [begun, until] = [number(), number()];
  const asked = (["search", "scan", "vectors", "long", "short"] as const).flatMap((lane) =>
    [ANNA, BEN, CARA].map((caller) => store.read("share", caller, { lane, begun, until })),
  );
  // Each waiting user adds one thread: three, two, one and two, plus the readers that do not search.
  await patiently(() => expect(begun[0]).toBe(3 + 2 + 1 + 2 + READERS - 1), { timeout: 20_000 });
  release(until);
  const shares = new Map((await Promise.all(asked)).map((one) => [one.thread, one]));
  const keeping = [...shares.values()].filter(({ searchBytes }) => searchBytes > 0);
  expect(keeping).toHaveLength(4);
  const sum = (of: (one: (typeof keeping)[number]) => number) => keeping.reduce((total, one) => total + of(one), 0);
  expect(sum(({ searchBytes }) => searchBytes)).toBeLessThanOrEqual(SEARCH_BYTES);
  expect(sum(({ bytesPerRecord }) => bytesPerRecord)).toBeLessThanOrEqual(200);
});

test("FQU-03 without such reads every reading thread reads", async () => {
  expect(new Set(await Promise.all(Array.from({ length: 20 }, () => which()))).size).toBe(READERS);
});

test("FFI-12 whoever asks for a hundred searches delays another's by one of them at most", async () => {
  const until = number();
  const order: string[] = [];
  const first = hold("search", until, ANNA).then(() => order.push("Anna"));
  const hundred = Array.from({ length: 100 }, () => which("search", ANNA).then(() => order.push("Anna")));
  const others = [BEN, BEN, CARA].map((caller) => which("search", caller).then(() => order.push(caller.username)));
  release(until);
  await Promise.all([first, ...hundred, ...others]);
  // After Anna's first read each user gets one. Then Anna and Ben get their second.
  expect(order.slice(0, 5)).toEqual(["Anna", BEN.username, CARA.username, "Anna", BEN.username]);
});

test.each(["search", "scan"] as const)(
  "FFI-12 while one person's %s takes long, another's is answered",
  async (lane) => {
    const until = number();
    const long = hold(lane, until, ANNA);
    const found = await which(lane, BEN);
    release(until);
    expect(found).not.toBe(await long);
  },
);

test("FSE-43 whoever asks for many searches at once leaves the first thread, which has copies in memory, to others", async () => {
  const first = await which("search", BEN);
  const until = number();
  let answered = 0;
  const asked: Promise<unknown>[] = [];
  const ask = (): void => {
    asked.push(which("search", ANNA).then(() => ++answered < 400 && ask()));
  };
  const held = hold("search", until, ANNA);
  for (let queued = 0; queued < 20; queued++) ask();
  // Nobody else has asked, but the second thread starts. Ben gets the first one as soon as Anna's search there ends.
  await patiently(async () => expect((await store.load()).threads).toHaveLength(1 + READERS + 1), { timeout: 20_000 });
  release(until);
  expect(await held).toBe(first);
  for (let run = 0; run < 10; run++) expect(await which("search", BEN)).toBe(first);
  answered = 400;
  for (let at = 0; at < asked.length; at++) await asked[at];
  expect(await which("search", ANNA)).toBe(first);
});

test("FFI-12 searches that take long give way to those that wait, and are begun anew where none waits", async () => {
  const until = number();
  let ended = 0;
  const long = [ANNA, BEN, CARA].map(async (caller) => {
    const begun = number();
    const end = store.read("endless", caller, { lane: "search", begun, until }).then(() => ended++);
    await Atomics.waitAsync(begun, 0, 0).value;
    return { end };
  });
  const ends = await Promise.all(long);
  // The next searches of a new user and of Anna still run: no thread is free, so long searches give way to them.
  for (const caller of [person(4), ANNA]) expect(await which("search", caller)).toBeGreaterThan(0);
  expect(ended).toBe(0);
  release(until);
  await Promise.all(ends.map(({ end }) => end));
  expect(ended).toBe(3);
});

test("FFI-12 a search is ended when whoever asked has left, and the next of the lane has its thread", async () => {
  for (const lane of ["search", "scan", "vectors"] as const) {
    const left = new AbortController();
    const { end } = await endless(lane, ANNA, left.signal);
    const next = which(lane, ANNA);
    left.abort();
    expect(await end).toBeInstanceOf(Ended);
    expect(await next).toBeGreaterThan(0);
  }
});

test("FFI-12 a search that still waits when whoever asked has left is never begun", async () => {
  const until = number();
  const first = hold("search", until, ANNA);
  const left = new AbortController();
  const begun = number();
  const waiting = store.read("endless", ANNA, { lane: "search", begun, until: number() }, left.signal);
  left.abort();
  await expect(waiting).rejects.toBeInstanceOf(Ended);
  await expect(store.read("which", ANNA, { lane: "search" }, left.signal)).rejects.toBeInstanceOf(Ended);
  release(until);
  await first;
  expect(await which("search", ANNA)).toBe(await first);
  expect(begun[0]).toBe(0);
});

test("closing ends what reads, and refuses the writes that have not begun", async () => {
  const ends = await Promise.all((["search", "scan", "vectors"] as const).map((lane) => endless(lane, ANNA)));
  const [begun, held] = [number(), number()];
  const writes = Promise.allSettled([1, 2, 3].map(() => store.write("write", ANNA, { begun, held })));
  await Atomics.waitAsync(begun, 0, 0).value;
  const closed = store.close();
  release(held);
  await closed;
  for (const { end } of ends) expect(await end).toBeInstanceOf(Ended);
  const refused = { status: "rejected", reason: expect.any(Ended) };
  expect(await writes).toEqual([{ status: "fulfilled", value: undefined }, refused, refused]);
  expect(begun[0]).toBe(1);
  // The cleanup after this test would close the store again, on threads that have ended.
  store = { ...store, close: async () => {} };
});

test.skipIf(process.platform !== "linux")(
  "API-07 where a save and reads want the same core, the save goes first",
  async () => {
    const saves = await store.write("niceness", null, { lane: "short" });
    for (const lane of ["short", "search", "scan", "long", "vectors"] as const) {
      expect(await store.read("niceness", null, { lane }), lane).toBeGreaterThan(saves);
    }
  },
);

test("a file that cannot be brought up to date is told, and no thread stays behind", async () => {
  const file = join(home, "newer.db");
  const newer = new DatabaseSync(file);
  newer.exec("pragma user_version = 1000");
  newer.close();
  const died = vi.fn();
  const opening = openSqliteStore<Operations, Operations>({
    file,
    readers: READERS,
    entry: new URL("./store.fixture.ts", import.meta.url),
    searchBytes: SEARCH_BYTES,
    laneOf: () => "short",
    onDeath: died,
  });
  await expect(opening).rejects.toThrow("written by a newer Postil (schema 1000");
  expect(died).not.toHaveBeenCalled();
  // An open database would have its log file beside it.
  expect((await readdir(home)).filter((name) => name.startsWith("newer.db"))).toEqual(["newer.db"]);
});

test("API-36 a thread that runs out of memory ends no process: its caller is told, those behind it may ask again, and the next are answered", async () => {
  const [died, ranOut] = [vi.fn(), vi.fn()];
  const small = await openSqliteStore<Operations, Operations>({
    file: join(home, "small.db"),
    readers: 1,
    entry: new URL("./store.fixture.ts", import.meta.url),
    searchBytes: SEARCH_BYTES,
    laneOf: () => "short",
    heapMb: 32,
    onDeath: died,
    onOutOfMemory: ranOut,
  });
  await small.write("addWorkspace", null, { name: "before" });
  const names = () => small.read("workspaces", null, {});
  const asked = await Promise.allSettled([small.read("hoard", null, {}), names()]);
  expect(asked).toMatchObject([{ reason: expect.any(OutOfMemory) }, { reason: expect.any(Interrupted) }]);
  expect(await names()).toEqual(["before"]);

  const hoarding = small.write("hoard", null, { name: "half" });
  const written = await Promise.allSettled([hoarding, small.write("addWorkspace", null, { name: "behind" })]);
  expect(written).toMatchObject([{ reason: expect.any(OutOfMemory) }, { reason: expect.any(Interrupted) }]);
  await small.write("addWorkspace", null, { name: "behind" });
  expect(await names()).toEqual(["before", "behind"]);
  await patiently(() => expect(ranOut).toHaveBeenCalledTimes(2));
  expect(died).not.toHaveBeenCalled();
  await small.close();
});
