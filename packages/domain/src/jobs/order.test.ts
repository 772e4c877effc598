import fc from "fast-check";
import { expect, test } from "vitest";
import {
  JOBS_OF_PERSON,
  mustWait,
  NO_QUEUE,
  type OpenJob,
  type Part,
  type Touch,
  takeTurn,
  whichMayRun,
} from "./order.ts";

const PARTS: readonly Part[] = ["records", "hidden", "coming", "answers", "settings", "kind 7", "kind 8", "all"];
const touch: fc.Arbitrary<Touch> = fc.record({
  dataset: fc.integer({ min: 1, max: 3 }),
  part: fc.constantFrom(...PARTS),
  how: fc.constantFrom("seen", "read", "write"),
});
const unkeyed = fc.record({
  by: fc.integer({ min: 0, max: 3 }),
  isAble: fc.boolean(),
  touches: fc.array(touch, { minLength: 1, maxLength: 4 }),
});
const keyed = (jobs: readonly Omit<OpenJob, "key" | "isRunning">[]): OpenJob[] =>
  jobs.map((job, at) => ({ ...job, key: at + 1, isRunning: false }));

/** Jobs of which some run already, as the rule itself allowed. */
const open = fc.tuple(fc.array(unkeyed, { maxLength: 30 }), fc.infiniteStream(fc.boolean())).map(([jobs, begins]) => {
  const all = keyed(jobs);
  const may = new Set(whichMayRun(all).flatMap(({ key }) => (begins.next().value ? key : [])));
  return all.map((job) => ({ ...job, isRunning: may.has(job.key) }));
});

const job = (...touches: Touch[]): Pick<OpenJob, "touches"> => ({ touches });
const of = (part: Part, how: Touch["how"], dataset = 1): Touch => ({ dataset, part, how });

test("JOB-01 a job waits for an earlier one that writes what it touches, or that reads what it writes; not for what was only seen", () => {
  const waits = (later: Touch, earlier: Touch) => mustWait(job(later), job(earlier));
  expect(waits(of("records", "write"), of("records", "write"))).toBe(true);
  expect(waits(of("records", "write"), of("records", "read"))).toBe(true);
  expect(waits(of("records", "read"), of("records", "write"))).toBe(true);
  expect(waits(of("records", "seen"), of("records", "write"))).toBe(true);
  expect(waits(of("records", "write"), of("records", "seen"))).toBe(false);
  expect(waits(of("records", "read"), of("records", "read"))).toBe(false);
  expect(waits(of("records", "write"), of("answers", "write"))).toBe(false);
  expect(waits(of("records", "write"), of("records", "write", 2))).toBe(false);
  expect(waits(of("kind 7", "write"), of("kind 8", "write"))).toBe(false);
  expect(waits(of("kind 7", "write"), of("all", "write"))).toBe(true);
  expect(waits(of("all", "seen"), of("kind 7", "write"))).toBe(true);
});

test("JOB-01 no two jobs that exclude each other run side by side, none that runs is ended, and none is overtaken by one that it excludes", () => {
  fc.assert(
    fc.property(open, (all) => {
      const may = whichMayRun(all);
      const running = all.filter(({ isRunning }) => isRunning);
      expect(may).toEqual(expect.arrayContaining(running));
      for (const one of may.filter(({ isRunning }) => !isRunning)) {
        expect(one.isAble).toBe(true);
        const before = all.filter(({ key, isRunning }) => isRunning || key < one.key);
        expect(before.filter((earlier) => mustWait(one, earlier))).toEqual([]);
      }
    }),
  );
});

test("JOB-01 a job that need not wait runs, if its person has fewer than four that do", () => {
  fc.assert(
    fc.property(open, (all) => {
      const may = whichMayRun(all);
      const runs = (by: number) => may.filter((one) => one.by === by).length;
      for (const one of all) {
        if (one.isRunning || !one.isAble || may.includes(one)) continue;
        const before = all.filter(({ key, isRunning }) => isRunning || key < one.key);
        const waits = before.some((earlier) => mustWait(one, earlier));
        expect(waits || runs(one.by) >= JOBS_OF_PERSON).toBe(true);
      }
      for (const { by } of may) {
        const begun = all.filter((one) => one.isRunning && one.by === by).length;
        expect(runs(by)).toBeLessThanOrEqual(Math.max(begun, JOBS_OF_PERSON));
      }
    }),
  );
});

test("JOB-01 no job waits for ever, however many come after it", () => {
  const able = fc.array(
    unkeyed.map((one) => ({ ...one, isAble: true })),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(able, able, (first, coming) => {
      let all = keyed(first);
      const old = new Set(all.map(({ key }) => key));
      let last = all.length;
      // Each round ends the oldest job that runs, and another one comes.
      for (let round = 0; all.some(({ key }) => old.has(key)); round++) {
        expect(round).toBeLessThanOrEqual(2 * first.length);
        const may = new Set(whichMayRun(all).map(({ key }) => key));
        const [ends] = may;
        const next = coming[round % coming.length];
        all = all.filter(({ key }) => key !== ends).map((one) => ({ ...one, isRunning: may.has(one.key) }));
        if (next) all.push({ ...next, key: ++last, isRunning: false });
      }
    }),
  );
});

const turns = fc.array(fc.record({ by: fc.integer({ min: 0, max: 4 }) }), { minLength: 1, maxLength: 12 });

test("JOB-02 people take turns, whatever the number of their jobs, and the jobs of a person do", () => {
  fc.assert(
    fc.property(turns, (jobs) => {
      const may = jobs.map((one, at) => ({ ...one, key: at + 1 }));
      const people = new Set(may.map(({ by }) => by)).size;
      let queue = NO_QUEUE;
      const taken: number[] = [];
      for (let step = 0; step < 3 * people * may.length; step++) {
        const turn = takeTurn(may, queue);
        if (!turn) throw new Error("Somebody waits and nobody has a turn.");
        queue = turn.queue;
        taken.push(turn.key);
      }
      const whose = taken.map((key) => may.find((one) => one.key === key)?.by);
      const each = (list: readonly unknown[], size: number, are: (some: ReadonlySet<unknown>) => boolean) =>
        list.every((_, from) => from + size > list.length || are(new Set(list.slice(from, from + size))));
      expect(each(whose, people, ({ size }) => size === people)).toBe(true);
      for (const { key, by } of may) {
        const round = people * may.filter((one) => one.by === by).length;
        expect(each(taken, round, (some) => some.has(key))).toBe(true);
      }
    }),
  );
});

test("JOB-02 who comes again and again with short jobs takes no turn from who waits", () => {
  let queue = NO_QUEUE;
  const steps = { long: 0, short: 0 };
  for (let round = 0; round < 30; round++) {
    const may = [
      { key: 1, by: 1 },
      { key: 100 + round, by: 2 },
      { key: 200 + round, by: 3 },
    ];
    const turn = takeTurn(may, queue);
    if (turn?.key === 1) steps.long++;
    else steps.short++;
    queue = turn?.queue ?? queue;
  }
  expect(steps).toEqual({ long: 10, short: 20 });
  expect(takeTurn([], queue)).toBeNull();
});
