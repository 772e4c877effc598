import { asObject } from "@postil/domain/json-object";
import { type Family, familyOf } from "@postil/domain/outbox/outbox-entry";
import type { AnswerDraft } from "@postil/domain/records/labeled-record";
import { readStored, writeStored } from "../storage.ts";

/** Answers that a user typed on a record and has not sent (design/annotation.md#drafts). */
export type LocalDraft = {
  readonly family: Family;
  readonly recordId: string;
  readonly datasetId: string;
  readonly answers: AnswerDraft;
  /** Epoch ms. */
  readonly savedAt: number;
};

/** Drafts older than this are dropped, ms. Of the rest, at most `DRAFT_LIMIT` are kept, the newest (design/device.md#work). */
export const DRAFT_LIFETIME = 30 * 24 * 60 * 60 * 1000;
export const DRAFT_LIMIT = 500;

/** The layout of a stored draft. A draft of another layout is not restored. It is dropped when its lifetime ends. */
const DRAFT_VERSION = 1;

export function keptDraft(draft: LocalDraft): object {
  return { version: DRAFT_VERSION, ...draft };
}

/** Reads a stored draft. Null when it has another layout or is damaged. The form checks if an answer fits its question. */
export function readDraft(kept: unknown): LocalDraft | null {
  const value = asObject(kept);
  const answers = asObject(value?.answers);
  if (value?.version !== DRAFT_VERSION || answers === null) return null;
  const { recordId, datasetId, savedAt } = value;
  if (typeof recordId !== "string" || typeof datasetId !== "string" || typeof savedAt !== "number") return null;
  const sound = Object.values(answers).every((answer) => {
    const { value: answered, untouched } = asObject(answer) ?? {};
    return answered !== undefined && Array.isArray(untouched);
  });
  // A full check would need the questions of the draft.
  return sound ? { family: familyOf(recordId), recordId, datasetId, savedAt, answers: answers as AnswerDraft } : null;
}

/** Stands for a removed draft until storage has removed it. It has no answers and the time of the removed draft. */
export function removal(draft: LocalDraft | undefined, recordId: string, now: number): LocalDraft {
  const { datasetId, savedAt } = draft ?? { datasetId: "", savedAt: now };
  return { family: familyOf(recordId), recordId, datasetId, savedAt, answers: {} };
}

export function saysNothing({ answers }: LocalDraft): boolean {
  return Object.keys(answers).length === 0;
}

/** The value to store where `there` is stored now. Another tab may have stored a newer draft. */
export function later(there: unknown, draft: LocalDraft): object | null {
  const theirs = readDraft(there);
  const stays = theirs !== null && theirs.savedAt > draft.savedAt ? theirs : draft;
  return saysNothing(stays) ? null : keptDraft(stays);
}

/** The record ids of drafts to drop: too old, unreadable, or beyond the limit. */
export function outlived(kept: ReadonlyMap<string, unknown>, now: number): string[] {
  const drafts = [...kept].map(([recordId, value]) => ({ recordId, savedAt: readDraft(value)?.savedAt ?? 0 }));
  drafts.sort((a, b) => b.savedAt - a.savedAt);
  return drafts
    .filter(({ savedAt }, at) => at >= DRAFT_LIMIT || now - savedAt > DRAFT_LIFETIME)
    .map(({ recordId }) => recordId);
}

/**
 * Drafts and removals from the last moment before a page closed. IndexedDB may not finish a write that starts then. Local
 * storage writes before the call returns. All tabs of a user share it.
 */
export type Journal = {
  readonly write: (drafts: readonly LocalDraft[]) => void;
  /** These drafts are in the database now. */
  readonly erase: (drafts: readonly LocalDraft[]) => void;
  /** Reads and empties the journal. */
  readonly take: () => readonly LocalDraft[];
};

export function journalOf(userId: string): Journal {
  const key = `postil:drafts-at-exit:${userId}` as const;

  function read(): readonly LocalDraft[] {
    const kept = readStored(key);
    return Array.isArray(kept) ? kept.map(readDraft).filter((draft) => draft !== null) : [];
  }
  /** If local storage is full or denied, the write to the database, which runs as well, may still finish. */
  function put(drafts: readonly LocalDraft[]): void {
    writeStored(key, drafts.length === 0 ? null : drafts.map(keptDraft));
  }

  return {
    write(drafts) {
      if (drafts.length === 0) return;
      const ids = new Set(drafts.map(({ recordId }) => recordId));
      put([...read().filter(({ recordId }) => !ids.has(recordId)), ...drafts]);
    },
    erase(drafts) {
      const written = new Map(drafts.map(({ recordId, savedAt }) => [recordId, savedAt]));
      const there = read();
      const rest = there.filter(
        ({ recordId, savedAt }) => savedAt > (written.get(recordId) ?? Number.NEGATIVE_INFINITY),
      );
      if (rest.length < there.length) put(rest);
    },
    take() {
      const drafts = read();
      put([]);
      return drafts;
    },
  };
}
