import { asObject } from "@postil/domain/json-object";
import { type Family, familyOf } from "@postil/domain/outbox/family";
import type { AnswerDraft } from "@postil/domain/records/answer-draft";

/** What somebody typed on a record and has not sent (design/annotation.md#drafts). */
export type LocalDraft = {
  readonly family: Family;
  readonly recordId: string;
  readonly datasetId: string;
  readonly answers: AnswerDraft;
  /** Epoch ms. */
  readonly savedAt: number;
};

/** Drafts older than this are dropped, ms; of the rest the newest so many are kept (design/device.md#work). */
export const DRAFT_LIFETIME = 30 * 24 * 60 * 60 * 1000;
export const DRAFT_LIMIT = 500;

/** The layout of a kept draft; one of another layout is not restored, and dropped when its time is over. */
const DRAFT_VERSION = 1;

export function keptDraft(draft: LocalDraft): object {
  return { version: DRAFT_VERSION, ...draft };
}

/** Reads a kept draft; null when it is of another layout or damaged. Whether an answer fits its question the form decides. */
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
  // Checked as far as a draft can be without its questions.
  return sound ? { family: familyOf(recordId), recordId, datasetId, savedAt, answers: answers as AnswerDraft } : null;
}

/** Stands for a draft that is no longer kept, until it is gone from storage: without answers, as old as what it takes away. */
export function removal(draft: LocalDraft | undefined, recordId: string, now: number): LocalDraft {
  const { datasetId, savedAt } = draft ?? { datasetId: "", savedAt: now };
  return { family: familyOf(recordId), recordId, datasetId, savedAt, answers: {} };
}

export function saysNothing({ answers }: LocalDraft): boolean {
  return Object.keys(answers).length === 0;
}

/** What is to stand in storage where `there` stands now: another tab may have kept something later. */
export function later(there: unknown, draft: LocalDraft): object | null {
  const theirs = readDraft(there);
  const stays = theirs !== null && theirs.savedAt > draft.savedAt ? theirs : draft;
  return saysNothing(stays) ? null : keptDraft(stays);
}

/** The record ids of what is to be dropped: too old, unreadable, or beyond the number kept. */
export function outlived(kept: ReadonlyMap<string, unknown>, now: number): string[] {
  const drafts = [...kept].map(([recordId, value]) => ({ recordId, savedAt: readDraft(value)?.savedAt ?? 0 }));
  drafts.sort((a, b) => b.savedAt - a.savedAt);
  return drafts
    .filter(({ savedAt }, at) => at >= DRAFT_LIMIT || now - savedAt > DRAFT_LIFETIME)
    .map(({ recordId }) => recordId);
}
