import { afterEach, expect, test, vi } from "vitest";
import type { PostilStore } from "./handler.ts";
import { noteLastSeen } from "./notes.ts";

afterEach(() => vi.useRealTimers());

type Written = { readonly userId: string; readonly at: number; readonly byKey: boolean };

/** A store that accepts writes, or fails the given number of times. */
function listening(failures = 0) {
  const written: Written[][] = [];
  let left = failures;
  const write = async (_name: string, _caller: null, seen: readonly Written[]) => {
    if (left-- > 0) throw new Error("disk full");
    written.push([...seen]);
  };
  return { written, store: { write } as unknown as PostilStore }; // the test uses no other member
}

test("ROL-12 requests are noted in memory alone; who came is written once a minute, once each, and at the end", async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const { written, store } = listening();
  const notes = noteLastSeen(store, () => expect.unreachable());
  for (let times = 0; times < 1000; times++) notes.note("mara", times % 2 === 0);
  notes.note("oona", true);
  expect([written, notes.of("mara"), notes.of("nobody")]).toEqual([[], { at: 1e9, byKey: false }, null]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written.splice(0)).toEqual([
    [
      { userId: "mara", at: 1e9, byKey: false },
      { userId: "oona", at: 1e9, byKey: true },
    ],
  ]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(written).toEqual([]);
  notes.note("oona", false);
  await notes.stop();
  expect(written.map((seen) => seen.map(({ userId }) => userId))).toEqual([["oona"]]);
});

test("ROL-12 what could not be written is written with the next, at its latest time", async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const { written, store } = listening(1);
  const warned: unknown[] = [];
  const notes = noteLastSeen(store, (error) => warned.push(error));
  notes.note("mara", true);
  notes.note("oona", true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([warned.length, written]).toEqual([1, []]);
  notes.note("mara", false);
  await vi.advanceTimersByTimeAsync(60_000);
  const seen = new Map(written.flat().map((one) => [one.userId, one]));
  expect(seen.get("mara")).toEqual({ userId: "mara", at: 1_060_000_000, byKey: false });
  expect(seen.get("oona")).toEqual({ userId: "oona", at: 1e9, byKey: true });
  await notes.stop();
});
