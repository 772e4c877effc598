import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Lane, Store } from "../store.ts";
import type { operations } from "./store.fixture.ts";
import { openSqliteStore } from "./store.ts";

const READERS = 3;
type Operations = typeof operations;

let home: string;
let store: Store<Operations, Operations>;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "postil-store-"));
  store = await openSqliteStore<Operations, Operations>({
    file: join(home, "postil.db"),
    readers: READERS,
    entry: new URL("./store.fixture.ts", import.meta.url),
    laneOf: (name, input) => (name === "hold" ? (input as { readonly lane: Lane }).lane : "short"), // the input of hold
  });
});
afterEach(async () => {
  await store.close();
  await rm(home, { recursive: true });
});

const which = () => store.read("which", null, undefined);

const hold = (lane: Lane, until: Int32Array) => store.read("hold", null, { lane, until });

const release = (until: Int32Array) => {
  Atomics.store(until, 0, 1);
  Atomics.notify(until, 0);
};

test("FFI-12 FQU-03 searches wait for each other in one thread, and no page for them", async () => {
  const until = new Int32Array(new SharedArrayBuffer(4));
  const searches = Array.from({ length: 4 }, () => hold("search", until));
  const pages = await Promise.all(Array.from({ length: 20 }, which));
  expect(new Set(pages).size).toBe(READERS - 1);
  release(until);
  const [searcher, ...others] = await Promise.all(searches);
  expect(new Set(others)).toEqual(new Set([searcher]));
  expect(pages).not.toContain(searcher);
});

test("FEN-20 FFI-12 FFI-14 reads of every row, and those that keep vectors, wait for their own kind alone", async () => {
  const until = new Int32Array(new SharedArrayBuffer(4));
  const held = (["scan", "scan", "vectors"] as const).map((lane) => hold(lane, until));
  const free = new Int32Array(new SharedArrayBuffer(4)).fill(1);
  const pages = await Promise.all(Array.from({ length: 20 }, which));
  expect(new Set(pages).size).toBe(READERS);
  expect(pages).toContain(await hold("search", free));
  release(until);
  const [scanner, other, vectors] = await Promise.all(held);
  expect(other).toBe(scanner);
  expect(new Set([...pages, scanner, vectors]).size).toBe(READERS + 2);
});

test("FQU-03 without such reads every reading thread reads", async () => {
  expect(new Set(await Promise.all(Array.from({ length: 20 }, which))).size).toBe(READERS);
});
