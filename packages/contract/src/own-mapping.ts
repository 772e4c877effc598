import type { Flag } from "@postil/domain/records/flags";
import type { HistoryEntry } from "@postil/domain/records/response-history";
import type { SavedView } from "@postil/domain/search/saved-views";
import type { WireFlag, WireHistoryEntry, WireSavedView } from "./own-entities.ts";
import { timeFromWire, timeToWire } from "./wire/time.ts";

/** As mapping.ts, for what only Postil has; no schema here either. */

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

export const flagToWire = (flag: Flag): WireFlag => ({
  record_id: flag.recordId,
  preview: flag.preview,
  flagged_at: timeToWire(flag.flaggedAt),
});

export const flagFromWire = (wire: WireFlag): Flag => ({
  recordId: wire.record_id,
  preview: wire.preview,
  flaggedAt: timeFromWire(wire.flagged_at),
});

export const savedViewToWire = (view: SavedView): WireSavedView => ({
  id: view.id,
  name: view.name,
  query: view.query,
  dataset_id: view.datasetId,
  inserted_at: timeToWire(view.insertedAt),
  updated_at: timeToWire(view.updatedAt),
});

export const savedViewFromWire = (wire: WireSavedView): SavedView => ({
  id: wire.id,
  name: wire.name,
  query: wire.query,
  datasetId: wire.dataset_id,
  insertedAt: timeFromWire(wire.inserted_at),
  updatedAt: timeFromWire(wire.updated_at),
});
