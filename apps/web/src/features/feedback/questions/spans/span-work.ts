import type { QuestionState } from "@postil/domain/answers/answer-form";
import { useSyncExternalStore } from "react";
import { createEmitter } from "../../../../lib/emitter.ts";
import type { SpanTextHandle } from "../../../../workbench/spans/span-text.tsx";

/** What a change took away, to be put back. */
export type PastChange = Pick<QuestionState, "answer" | "untouched"> & { readonly text: string };

/**
 * What the question in the panel and its field in the record share, for as long as the page lives: which label is active stays so
 * on the next record (FAN-28).
 */
export type SpanWork = {
  /** an option's value; null: the first */
  active: string | null;
  /** the keyboard is in the text */
  inText: boolean;
  /** the field on the page */
  text: SpanTextHandle | null;
  /** to the search of the labels */
  find: (() => void) | null;
  /** of the record on screen, the latest last */
  past: { readonly recordKey: string; readonly changes: readonly PastChange[] };
};

const works = new Map<string, SpanWork>();
const changed = createEmitter<void>();

/** By the question's id. */
export function spanWork(questionId: string): SpanWork {
  const known = works.get(questionId);
  if (known !== undefined) return known;
  const work = { active: null, inText: false, text: null, find: null, past: { recordKey: "", changes: [] } };
  works.set(questionId, work);
  return work;
}

export function setSpanWork(questionId: string, part: Partial<SpanWork>): void {
  works.set(questionId, { ...spanWork(questionId), ...part });
  changed.emit();
}

export function useSpanWork(questionId: string): SpanWork {
  return useSyncExternalStore(changed.on, () => spanWork(questionId));
}
