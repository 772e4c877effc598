import type { HistoryEntry } from "@postil/domain/records/response-history";
import type { TaskHistoryEntry } from "@postil/domain/tasks/record-history";
import type { WireHistoryEntry, WireTaskHistoryEntry } from "../entities/history.ts";
import { timeFromWire, timeToWire } from "../wire/time.ts";

export const historyEntryToWire = (entry: HistoryEntry): WireHistoryEntry => ({
  id: entry.id,
  at: timeToWire(entry.at),
  actor: entry.actor,
  author: entry.author,
  status_before: entry.statusBefore,
  status_after: entry.statusAfter,
  shown_ms: entry.shownMs,
  answers: entry.answers.map(({ question, title, written, before, after }) => ({
    question_name: question,
    question_title: title,
    written,
    before,
    after,
  })),
});

export const historyEntryFromWire = (wire: WireHistoryEntry): HistoryEntry => ({
  id: wire.id,
  at: timeFromWire(wire.at),
  actor: wire.actor,
  author: wire.author,
  statusBefore: wire.status_before,
  statusAfter: wire.status_after,
  shownMs: wire.shown_ms,
  answers: wire.answers.map(({ question_name, question_title, written, before, after }) => ({
    question: question_name,
    title: question_title,
    written,
    before,
    after,
  })),
});

export const taskHistoryEntryToWire = (entry: TaskHistoryEntry): WireTaskHistoryEntry => ({
  id: entry.id,
  at: timeToWire(entry.at),
  actor: entry.actor,
  before: entry.before,
  after: entry.after,
  changed: [...entry.changed],
});

export const taskHistoryEntryFromWire = (wire: WireTaskHistoryEntry): TaskHistoryEntry => ({
  ...wire,
  at: timeFromWire(wire.at),
});
