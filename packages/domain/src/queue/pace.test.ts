import fc from "fast-check";
import { expect, test } from "vitest";
import type { OwnResponse } from "../records/labeled-record.ts";
import {
  answerTimes,
  ENOUGH,
  KEPT,
  median,
  newDay,
  noteChanges,
  PAUSE,
  paceOf,
  roughly,
  type WorkDay,
} from "./pace.ts";

const MIDNIGHT = 1_790_000_000_000;
const answer = (status: OwnResponse["status"], updatedAt: number | null = null): OwnResponse => ({
  id: null,
  status,
  values: null,
  updatedAt: updatedAt === null ? null : updatedAt * 1000,
});
type Change = Parameters<typeof noteChanges>[1][number];
const done = (recordId: string): Change => ({ recordId, before: null, after: answer("submitted") });
const back = ({ recordId, before, after }: Change): Change => ({ recordId, before: after, after: before });

/** A day of finished records, with these gaps between them in seconds. */
function worked(gaps: readonly number[]): WorkDay {
  let now = MIDNIGHT;
  return gaps.reduce((day, gap, n) => {
    now += gap * 1000;
    return noteChanges(day, [done(`r${n}`)], now);
  }, newDay(MIDNIGHT));
}

const gap = fc.integer({ min: 1, max: 3000 });

test("FPR-05 today's count is the number of records finished, whatever was done and taken back in between", () => {
  const step = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom("submitted", "discarded", "draft", null));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const held = new Map<string, OwnResponse | null>();
      let day = newDay(MIDNIGHT);
      for (const [n, [record, status]] of steps.entries()) {
        const recordId = `r${record}`;
        const after = status === null ? null : answer(status);
        day = noteChanges(day, [{ recordId, before: held.get(recordId) ?? null, after }], MIDNIGHT + n * 1000);
        held.set(recordId, after);
      }
      const finished = [...held.values()].filter((response) => response !== null && response.status !== "draft");
      expect(day.count).toBe(finished.length);
    }),
  );
});

test("FPR-05 undo takes the count back, and the time of the record's own answer is what is left", () => {
  fc.assert(
    fc.property(fc.array(gap, { maxLength: 20 }), gap, (gaps, last) => {
      const before = worked(gaps);
      const change = done("another");
      const now = MIDNIGHT + (gaps.reduce((a, b) => a + b, 0) + last) * 1000;
      const after = noteChanges(before, [change], now);
      expect(after.count).toBe(before.count + 1);
      expect(noteChanges(after, [back(change)], now + 1000)).toEqual(before);
    }),
  );
});

test("FPR-05 an answer of an earlier day that is cleared, or brought back, is none of today's", () => {
  const old = answer("submitted", MIDNIGHT - 60_000);
  const day = worked([10]);
  expect(noteChanges(day, [{ recordId: "old", before: old, after: null }], MIDNIGHT + 20_000)).toBe(day);
  expect(noteChanges(day, [{ recordId: "old", before: null, after: old }], MIDNIGHT + 20_000)).toBe(day);
  expect(
    noteChanges(day, [{ recordId: "old", before: old, after: answer("discarded") }], MIDNIGHT + 20_000).count,
  ).toBe(2);
});

test("FPR-05 bulk answers count as records and are no sample of the pace", () => {
  const single = worked([5, 5, 5]);
  const bulk = noteChanges(single, ["a", "b", "c"].map(done), MIDNIGHT + 20_000);
  expect(bulk.count).toBe(6);
  expect(answerTimes(bulk.finished)).toEqual(answerTimes(single.finished));
  expect(noteChanges(bulk, ["a", "b", "c"].map(done).map(back), MIDNIGHT + 30_000)).toEqual(single);
});

test("FPR-05 pauses are left out of the times between answers", () => {
  fc.assert(
    fc.property(fc.array(gap, { maxLength: 30 }), (gaps) => {
      expect(answerTimes(worked(gaps).finished)).toEqual(gaps.slice(1).filter((seconds) => seconds <= PAUSE));
    }),
  );
});

test("FPR-05 a clock that was set back makes no time below zero", () => {
  expect(answerTimes(worked([100, -50, 20]).finished)).toEqual([20]);
});

test("FPR-05 the pace is the median, and half of the times are on each side of it", () => {
  expect(median([])).toBeNull();
  fc.assert(
    fc.property(fc.array(gap, { minLength: 1, maxLength: 40 }), (values) => {
      const middle = median(values) ?? Number.NaN;
      expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(values.length / 2);
      expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(values.length / 2);
    }),
  );
});

test("FPR-05 a pace is said only of enough answers; what is left is the pending records at that pace", () => {
  const few = worked(Array.from({ length: ENOUGH }, () => 52));
  expect(paceOf(few, 348)).toEqual({ today: ENOUGH, secondsPerRecord: null, secondsLeft: null });
  const enough = worked(Array.from({ length: ENOUGH + 1 }, () => 52));
  expect(paceOf(enough, 348)).toEqual({ today: ENOUGH + 1, secondsPerRecord: 52, secondsLeft: 18_096 });
  expect(paceOf(enough, 0).secondsLeft).toBeNull();
});

test("FPR-05 what is kept of a day has a bound, its count has none", () => {
  const day = worked(Array.from({ length: KEPT + 20 }, () => 1));
  expect(day.finished).toHaveLength(KEPT);
  expect(day.count).toBe(KEPT + 20);
});

test("FPR-05 the time left is said roughly: 5 h of 348 records at 52 s, 1 h 20, 7 min", () => {
  expect(roughly(348 * 52)).toEqual({ hours: 5, minutes: 0 });
  expect(roughly(80 * 60)).toEqual({ hours: 1, minutes: 20 });
  expect(roughly(7 * 60)).toEqual({ hours: 0, minutes: 7 });
  expect(roughly(2)).toEqual({ hours: 0, minutes: 1 });
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 10_000_000 }), (seconds) => {
      const { hours, minutes } = roughly(seconds);
      expect(minutes).toBeLessThan(60);
      const said = (hours * 60 + minutes) * 60;
      expect(Math.abs(said - seconds)).toBeLessThanOrEqual(Math.max(30, seconds * 0.09));
    }),
  );
});
