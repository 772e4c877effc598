import type { Family, OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { type TypedForDataset, writeWorkFile } from "@postil/domain/outbox/work-file";
import { basePath } from "../lib/base-path.ts";
import type { LocalDraft } from "../lib/drafts/draft.ts";

/** The unsent work on one record in this browser: an answer being saved or given up, a draft, or both. */
export type WorkItem = {
  readonly family: Family;
  readonly recordId: string;
  readonly datasetId: string;
  /** The time of the work, epoch ms. */
  readonly at: number;
  readonly entry: OutboxEntry | null;
  readonly draft: LocalDraft | null;
};

/** One item per record, newest first. An answer whose save was given up also has its values in a draft (FRS-14). */
export function workItems(entries: readonly OutboxEntry[], drafts: readonly LocalDraft[]): readonly WorkItem[] {
  const items = new Map<string, WorkItem>();
  for (const entry of entries) {
    const { family, recordId, datasetId, wantedAt } = entry;
    items.set(recordId, { family, recordId, datasetId, at: wantedAt, entry, draft: null });
  }
  for (const draft of drafts) {
    const { family, recordId, datasetId, savedAt } = draft;
    const beside = items.get(recordId);
    const at = Math.max(savedAt, beside?.at ?? 0);
    items.set(recordId, { family, recordId, datasetId, at, entry: beside?.entry ?? null, draft });
  }
  return [...items.values()].sort((a, b) => b.at - a.at);
}

/** An answer being saved cannot be recalled (FRS-05). Its draft belongs to it. */
export function canDelete({ entry }: WorkItem): boolean {
  return entry === null || entry.failure !== null;
}

type WorkKind = "waiting" | "failed" | "draft";

/** waiting: an answer being saved. failed: an answer that was given up. draft: typed and not sent. */
export function kindOf({ entry }: WorkItem): WorkKind {
  if (entry === null) return "draft";
  return entry.failure === null ? "waiting" : "failed";
}

const PLACES = { waiting: 0, failed: 1, draft: 2 } as const satisfies { readonly [Kind in WorkKind]: number };

/** Answers before drafts. Items of the same kind keep their order. */
export const unsentFirst = (items: readonly WorkItem[]): readonly WorkItem[] =>
  [...items].sort((a, b) => PLACES[kindOf(a)] - PLACES[kindOf(b)]);

export function exportWork(
  items: readonly WorkItem[],
  { id, username }: { readonly id: string; readonly username: string },
  now: number,
  typed?: readonly TypedForDataset[],
): object {
  const server = new URL(basePath(), window.location.origin).href;
  return writeWorkFile(items, { userId: id, username, server }, now, typed);
}
