import fc from "fast-check";
import { expect, test } from "vitest";
import { CHUNK } from "../outbox/due.ts";
import {
  askToStop,
  type BulkItem,
  type BulkJob,
  type BulkRun,
  beginRun,
  bulkItem,
  changesOf,
  chunkAnswered,
  chunkBroke,
  type ItemResult,
  nextChunk,
  percentDone,
  succeeded,
  unsaved,
} from "./bulk-run.ts";

const jobsOf = (count: number): BulkJob[] =>
  Array.from({ length: count }, (_, at) => ({
    target: { record: { id: `r${at}` }, response: null },
    status: "submitted",
    values: {},
  }));
const idsOf = (jobs: readonly BulkJob[]) => jobs.map(({ target }) => target.record.id);
const sent = (jobs: readonly BulkJob[]): BulkItem[] => jobs.map((job) => bulkItem(job));
const saveAll = (run: BulkRun, jobs: readonly BulkJob[]) => chunkAnswered(run, sent(jobs), idsOf(jobs).map(saved));
const saved = (recordId: string): ItemResult => ({
  saved: { id: `a-${recordId}`, status: "submitted", values: null, updatedAt: 1 },
});

/** Answers chunk after chunk; refuses the named records. */
function runThrough(run: BulkRun, refused: ReadonlySet<string>, onChunk: (run: BulkRun) => BulkRun = (same) => same) {
  const sizes: number[] = [];
  const percents: number[] = [];
  let now = run;
  for (let chunk = nextChunk(now); chunk.length > 0; chunk = nextChunk(now)) {
    sizes.push(chunk.length);
    now = chunkAnswered(
      now,
      sent(chunk),
      idsOf(chunk).map((recordId) => (refused.has(recordId) ? { refused: `no ${recordId}` } : saved(recordId))),
    );
    percents.push(percentDone(now));
    now = onChunk(now);
  }
  return { run: now, sizes, percents };
}

test("FBU-01 FBU-06 FBU-07 25 records go in chunks of 10, 10 and 5, and the progress is 40, 80, 100", () => {
  const { run, sizes, percents } = runThrough(beginRun(jobsOf(25)), new Set());
  expect(sizes).toEqual([10, 10, 5]);
  expect(percents).toEqual([40, 80, 100]);
  expect(succeeded(run)).toBe(true);
});

test("FBU-06 FBU-07 progress is chunks x 10 / records x 100 with the decimals cut off, capped at 100, for any number of records", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), (count) => {
      const { percents } = runThrough(beginRun(jobsOf(count)), new Set());
      expect(percents).toHaveLength(Math.ceil(count / CHUNK));
      percents.forEach((percent, at) => {
        // Uses whole numbers, so that rounding cannot differ from the formula.
        const exact = Number((BigInt(at + 1) * 1000n) / BigInt(count));
        expect(percent).toBe(Math.min(100, exact));
      });
      expect(percents.at(-1)).toBe(100);
    }),
  );
  expect(percentDone(beginRun([]))).toBe(100);
});

test("FBU-01 FBU-09 FBU-10 every record is sent once, in order; what is refused stays, and the action did not succeed then", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.func(fc.boolean()), (count, refuses) => {
      const jobs = jobsOf(count);
      const refused = new Set(idsOf(jobs).filter(refuses));
      const { run } = runThrough(beginRun(jobs), refused);
      expect(run.phase).toBe("done");
      expect(unsaved(run)).toEqual([...refused]);
      expect(run.saved.size + run.refused.size).toBe(count);
      expect(succeeded(run)).toBe(refused.size === 0);
      expect(changesOf(run, () => null).map(({ recordId }) => recordId)).toEqual([...run.saved.keys()]);
    }),
  );
});

test("FBU-10 a refused record keeps the server's own words", () => {
  const { run } = runThrough(beginRun(jobsOf(3)), new Set(["r1"]));
  expect([...run.refused]).toEqual([["r1", "no r1"]]);
});

test("FBU-10 Stop lets the chunk under way end and sends no other: the rest is unsaved", () => {
  const { sizes } = runThrough(askToStop(beginRun(jobsOf(25))), new Set());
  expect(sizes).toEqual([]);
  const stopping = askToStop(beginRun(jobsOf(25)));
  expect(stopping.phase).toBe("stopping");
  const stopped = saveAll(stopping, jobsOf(10));
  expect(stopped.phase).toBe("stopped");
  expect(unsaved(stopped)).toHaveLength(15);
  expect(succeeded(stopped)).toBe(false);
  expect(askToStop(stopped)).toBe(stopped);
});

test("FBU-10 stopping in the last chunk is no stop: everything was sent", () => {
  const last = saveAll(askToStop(beginRun(jobsOf(4))), jobsOf(4));
  expect(succeeded(last)).toBe(true);
});

test("FBU-09 a call that fails as a whole ends the run; its records and the ones behind them are unsaved", () => {
  const one = saveAll(beginRun(jobsOf(25)), jobsOf(10));
  const broken = chunkBroke(one, "unknown");
  expect(broken.phase).toBe("broken");
  expect(nextChunk(broken)).toEqual([]);
  expect(unsaved(broken)).toHaveLength(15);
  expect(succeeded(broken)).toBe(false);
});

test("FBU-04 a reply that is short of results counts the rest as refused", () => {
  const run = chunkAnswered(beginRun(jobsOf(2)), sent(jobsOf(2)), [saved("r0")]);
  expect([...run.refused]).toEqual([["r1", ""]]);
});
