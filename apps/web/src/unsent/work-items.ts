import type { Family } from "@postil/domain/outbox/family";
import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import type { LocalDraft } from "../lib/drafts/draft.ts";

/** What this browser has of one record and the server has not: an answer on its way or given up, typed answers, or both. */
export type WorkItem = {
  readonly family: Family;
  readonly recordId: string;
  readonly datasetId: string;
  /** When it was done, epoch ms. */
  readonly at: number;
  readonly entry: OutboxEntry | null;
  readonly draft: LocalDraft | null;
};

/** One item per record, the newest first: an answer whose save was given up has its values in a draft as well (FRS-14). */
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

/** What is on its way cannot be called back (FRS-05); it goes with its answer. */
export function canDelete({ entry }: WorkItem): boolean {
  return entry === null || entry.failure !== null;
}

export type WorkKind = "waiting" | "failed" | "draft";

/** An answer on its way, one that was given up, or what was typed and not sent. */
export function kindOf({ entry }: WorkItem): WorkKind {
  if (entry === null) return "draft";
  return entry.failure === null ? "waiting" : "failed";
}

const PLACES = { waiting: 0, failed: 1, draft: 2 } as const satisfies { readonly [Kind in WorkKind]: number };

/** Answers before drafts; of a kind in the order they have. */
export const unsentFirst = (items: readonly WorkItem[]): readonly WorkItem[] =>
  [...items].sort((a, b) => PLACES[kindOf(a)] - PLACES[kindOf(b)]);
