import type { HistoryEntry } from "@postil/domain/records/labeled-record";
import type { Flag } from "@postil/domain/records/record-preview";
import type { TaskHistoryEntry } from "@postil/domain/tasks/record-history";
import { each, entity, same, time } from "../wire/entity-mapping.ts";
import type { WireFlag, WireHistoryEntry, WireTaskHistoryEntry } from "./labeling.ts";

export const { toWire: flagToWire, fromWire: flagFromWire } = entity<Flag, WireFlag>()({
  ...same("recordId", "preview"),
  flaggedAt: time("flagged_at"),
});

const answerChange = entity<HistoryEntry["answers"][number], WireHistoryEntry["answers"][number]>()({
  question: "question_name",
  title: "question_title",
  ...same("written", "before", "after"),
});

export const { toWire: historyEntryToWire, fromWire: historyEntryFromWire } = entity<HistoryEntry, WireHistoryEntry>()({
  ...same("id"),
  at: time("at"),
  ...same("actor", "author", "statusBefore", "statusAfter", "shownMs"),
  answers: ["answers", each(answerChange.toWire), each(answerChange.fromWire)],
});

export const { toWire: taskHistoryEntryToWire, fromWire: taskHistoryEntryFromWire } = entity<
  TaskHistoryEntry,
  WireTaskHistoryEntry
>()({
  ...same("id"),
  at: time("at"),
  ...same("actor", "before", "after", "changed"),
});
