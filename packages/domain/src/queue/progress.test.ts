import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecordStatus } from "../records/labeled-record.ts";
import { moveOne, type OwnMetrics, progressOf } from "./progress.ts";

const metrics: OwnMetrics = { records: 560, responses: 212, submitted: 180, discarded: 20, draft: 12 };

test("FPR-04 FPR-05 derived figures come from records, submitted, discarded and draft", () => {
  expect(progressOf(metrics)).toMatchObject({ total: 560, responded: 212, pending: 348, progress: 212 / 560 });
});

test("FPR-06 draft, submitted and discarded are percentages of the total", () => {
  const { percent } = progressOf({ records: 200, responses: 100, submitted: 50, discarded: 30, draft: 20 });
  expect(percent).toEqual({ submitted: 25, discarded: 15, draft: 10 });
});

test("FPR-07 without records progress and percentages are 0, and pending is never below 0", () => {
  const none = progressOf({ records: 0, responses: 0, submitted: 0, discarded: 0, draft: 0 });
  expect(none).toMatchObject({ progress: 0, pending: 0, percent: { submitted: 0, discarded: 0, draft: 0 } });
  // Records were deleted after they had been answered: the count of responses is ahead of the count of records.
  expect(progressOf({ records: 2, responses: 3, submitted: 3, discarded: 0, draft: 0 }).pending).toBe(0);
});

const statuses = fc.constantFrom<RecordStatus>("pending", "draft", "submitted", "discarded");

test("FPR-05 an answer on its way moves one record between two figures and changes no other", () => {
  expect(moveOne(metrics, "pending", "submitted")).toEqual({ ...metrics, responses: 213, submitted: 181 });
  expect(moveOne(metrics, "draft", "discarded")).toEqual({ ...metrics, draft: 11, discarded: 21 });
  expect(moveOne(metrics, "submitted", "pending")).toEqual({ ...metrics, responses: 211, submitted: 179 });
  fc.assert(
    fc.property(statuses, statuses, (from, to) => {
      expect(moveOne(moveOne(metrics, from, to), to, from)).toEqual(metrics);
    }),
  );
});
