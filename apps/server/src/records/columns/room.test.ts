import { afterEach, expect, test } from "vitest";
import { createCopies } from "../../storage/engine.ts";
import type { Db } from "../../storage/tables.ts";
import { isRefused, limitCopies, takeRoom } from "./room.ts";

const db = { copies: createCopies() } as Db; // nothing else is asked of it
const LATELY = 500;

afterEach(() => limitCopies(Number.POSITIVE_INFINITY));

test("FFI-12 copies take no more memory than they may; what was not used for a while makes room", () => {
  limitCopies(100);
  const forgotten: string[] = [];
  const take = (key: string, bytes: number) => takeRoom(db, key, bytes, () => forgotten.push(key));
  expect(take("old", 60)).toBe(true);
  expect(take("new", 60)).toBe(false);
  expect(forgotten).toEqual(["new"]);
  for (let use = 0; use < LATELY; use++) expect(take("in use", 40)).toBe(true);
  expect(take("another", 50)).toBe(true);
  expect(forgotten).toEqual(["new", "old"]);
});

test("FFI-12 what found no room is not tried again at once, and what grew too large is forgotten", () => {
  limitCopies(100);
  const forgotten: string[] = [];
  const take = (key: string, bytes: number) => takeRoom(db, key, bytes, () => forgotten.push(key));
  expect(take("growing", 90)).toBe(true);
  expect(take("growing", 110)).toBe(false);
  expect(forgotten).toEqual(["growing"]);
  expect(take("growing", 10)).toBe(false);
  for (let use = 0; use < 5000; use++) take("other", 1);
  expect(take("growing", 10)).toBe(true);
});

test("FFI-12 values of one dataset take no more for each of its records than they may, whatever room there is", () => {
  limitCopies(Number.POSITIVE_INFINITY, 50);
  const forgotten: string[] = [];
  const take = (key: string, dataset: number, bytes: number) =>
    takeRoom(db, key, bytes, () => forgotten.push(key), { dataset, records: 10 });
  expect([take("a", 1, 300), take("b", 1, 200), take("c", 1, 100), take("d", 2, 400)]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(forgotten).toEqual(["c"]);
  expect(isRefused(db, "c")).toBe(true);
  // Words do not count as values.
  expect(takeRoom(db, "words", 10_000, () => {})).toBe(true);
  for (let use = 0; use < LATELY; use++) expect(take("a", 1, 300)).toBe(true);
  expect(take("e", 1, 200)).toBe(true);
  expect(forgotten).toEqual(["c", "b"]);
});
