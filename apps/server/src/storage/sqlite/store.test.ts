import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Store } from "../store.ts";
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
    isScan: (name) => name === "hold",
  });
});
afterEach(async () => {
  await store.close();
  await rm(home, { recursive: true });
});

const which = () => store.read("which", null, undefined);

test("FEN-20 FQU-03 reads that look at every record wait for each other in one thread, and nothing else for them", async () => {
  const until = new Int32Array(new SharedArrayBuffer(4));
  const scans = Array.from({ length: 4 }, () => store.read("hold", null, { until }));
  const pages = await Promise.all(Array.from({ length: 20 }, which));
  expect(new Set(pages).size).toBe(READERS - 1);
  Atomics.store(until, 0, 1);
  Atomics.notify(until, 0);
  const [scanner, ...others] = await Promise.all(scans);
  expect(new Set(others)).toEqual(new Set([scanner]));
  expect(pages).not.toContain(scanner);
});

test("FQU-03 without such reads every reading thread reads", async () => {
  expect(new Set(await Promise.all(Array.from({ length: 20 }, which))).size).toBe(READERS);
});
