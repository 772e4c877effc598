import { useSyncExternalStore } from "react";
import { createEmitter } from "../../../../lib/emitter.ts";
import type { SpanTextHandle } from "../../../../workbench/spans/span-text.tsx";

/**
 * What the question in the panel and its field in the record share, for as long as the page lives: which label is active stays so
 * on the next record (FAN-28).
 */
export type SpanWork = {
  /** an option's value; null: the first */
  active: string | null;
  /** the keyboard is in the text */
  inText: boolean;
  /** to the search of the labels */
  find: (() => void) | null;
};

const works = new Map<string, SpanWork>();
const changed = createEmitter<void>();

/** By the question's id. */
export function spanWork(questionId: string): SpanWork {
  const known = works.get(questionId);
  if (known !== undefined) return known;
  const work = { active: null, inText: false, find: null };
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

/** By question and record: the fields on the page. Read when a key asks for one, so nothing is drawn anew when they come and go. */
const texts = new Map<string, Map<string, SpanTextHandle>>();
let cursor: string | null = null;

export function setSpanTextOf(questionId: string, recordKey: string, text: SpanTextHandle | null): void {
  const known = texts.get(questionId) ?? new Map<string, SpanTextHandle>();
  texts.set(questionId, known);
  if (text === null) known.delete(recordKey);
  else known.set(recordKey, text);
}

/** The question that had the focus last. */
let focused: string | null = null;

export function noteFocus(questionId: string): void {
  focused = questionId;
}

/** Of many records the one at the cursor; null: there is but one. */
export function setSpanCursor(recordKey: string | null): void {
  cursor = recordKey;
}

/** The text that W goes into: that of the question which had the focus last, else of the one that is asked. */
export function textToEnter(questionId: string): SpanTextHandle | undefined {
  const ofFocused = focused === null ? undefined : texts.get(focused);
  const known = ofFocused?.size ? ofFocused : texts.get(questionId);
  return cursor === null ? known?.values().next().value : known?.get(cursor);
}
