import type { Snapshot } from "@postil/domain/datasets/snapshot";
import type {
  AnswerChange,
  ComparedQuestion,
  ComparedRecord,
  SnapshotComparison,
} from "@postil/domain/exports/compare-answers";
import { each, entity, orNull, same, time } from "../wire/entity-mapping.ts";
import type { WireComparison, WireSnapshot } from "./snapshots.ts";

const taken = entity<NonNullable<Snapshot["taken"]>, NonNullable<WireSnapshot["taken"]>>()({
  takenAt: time("taken_at"),
  ...same("records", "answers", "position", "bytes", "hash", "server"),
});

export const { toWire: snapshotToWire, fromWire: snapshotFromWire } = entity<Snapshot, WireSnapshot>()({
  ...same("id", "name", "by", "progress", "error"),
  askedAt: time("asked_at"),
  taken: ["taken", orNull(taken.toWire), orNull(taken.fromWire)],
});

const asItIs = (change: AnswerChange): AnswerChange => change;
const COUNTS = same("before", "after", "added", "gone");
const label = entity<ComparedQuestion["labels"][number], WireComparison["questions"][number]["labels"][number]>()({
  ...same("label"),
  ...COUNTS,
  ...same("changedTo", "changedFrom"),
});
const question = entity<ComparedQuestion, WireComparison["questions"][number]>()({
  ...same("name", "changed", "more"),
  ...COUNTS,
  labels: ["labels", each(label.toWire), each(label.fromWire)],
});
const record = entity<ComparedRecord, WireComparison["items"][number]>()({
  ...same("id", "text", "all", "externalId", "isThere"),
  changes: ["changes", each(asItIs), each(asItIs)],
});

export const { toWire: comparisonToWire, fromWire: comparisonFromWire } = entity<SnapshotComparison, WireComparison>()({
  ...same("records", "differing"),
  questions: ["questions", each(question.toWire), each(question.fromWire)],
  items: ["items", each(record.toWire), each(record.fromWire)],
});
