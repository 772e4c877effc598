import type { QuestionState } from "@postil/domain/answers/answer-form";
import type { FormAction } from "@postil/domain/answers/answer-form-change";
import { changeSpans, type SpanAction } from "@postil/domain/answers/span-answer";
import type { SpanQuestionSettings } from "@postil/domain/datasets/question";
import { type Span, spanKey } from "@postil/domain/spans/span";
import { use, useSyncExternalStore } from "react";
import { createEmitter } from "../../../../lib/emitter.ts";
import { percentText } from "../../../../lib/i18n/percent.ts";
import { announce } from "../../../../ui/screen-reader.tsx";
import type { ShownSpan } from "../../../../workbench/spans/shown-span.ts";
import type { SpanTextHandle } from "../../../../workbench/spans/span-text.tsx";
import { FormOnPageContext } from "../answer-form.ts";
import { answerStep, wholeAnswer } from "../form-steps.ts";
import type { QuestionOf } from "../question-control.ts";

/**
 * The state that a span question in the panel and its field in the record share for the life of the page. The active label
 * stays active on the next record (FAN-28).
 */
type SpanWork = {
  /** an option's value; null means the first option */
  active: string | null;
  /** true if the keyboard is in the text */
  inText: boolean;
  /** moves to the search of the labels */
  find: (() => void) | null;
};

const works = new Map<string, SpanWork>();
const changed = createEmitter<void>();

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

/**
 * The fields on the page, by question and record. They are read only when a key needs one, so their changes cause no
 * rendering.
 */
const texts = new Map<string, Map<string, SpanTextHandle>>();
let cursor: string | null = null;

export function setSpanTextOf(questionId: string, recordKey: string, text: SpanTextHandle | null): void {
  const known = texts.get(questionId) ?? new Map<string, SpanTextHandle>();
  texts.set(questionId, known);
  if (text === null) known.delete(recordKey);
  else known.set(recordKey, text);
}

/** The question that last had the focus. */
let focused: string | null = null;

export function noteFocus(questionId: string): void {
  focused = questionId;
}

/** The cursor record among many; null if there is only one. */
export function setSpanCursor(recordKey: string | null): void {
  cursor = recordKey;
}

/** The text that W enters: the text of the question that last had the focus, else of the given question. */
export function textToEnter(questionId: string): SpanTextHandle | undefined {
  const ofFocused = focused === null ? undefined : texts.get(focused);
  const known = ofFocused?.size ? ofFocused : texts.get(questionId);
  return cursor === null ? known?.values().next().value : known?.get(cursor);
}

/** Changes a question's spans. Each change is announced, and can be undone and redone (FAN-28). */
export function useSpanChanges({
  name,
  settings,
}: QuestionOf<"span">): (action: FormAction | SpanAction, text: string) => void {
  const page = use(FormOnPageContext);
  return (action, text) => {
    const before = page?.form.states[name];
    if (page === null || before === undefined) return;
    const { dispatch, tell } = page;
    const changeOf = (own: SpanAction) => {
      const changed = changeSpans(settings, before, own);
      return changed === before ? null : wholeAnswer(name, changed);
    };
    const done = "span" in action ? changeOf(action) : action;
    if (done === null) return;
    const after = dispatch(done).states[name];
    if (after === before || after === undefined) return;
    announce(text);
    tell(answerStep(dispatch, name, { before, after }, text));
  };
}

const NONE: readonly Span[] = [];

export const spansIn = ({ answer }: Pick<QuestionState, "answer">): readonly Span[] =>
  answer.type === "span" ? (answer.value ?? NONE) : NONE;

/**
 * The spans of an answer as they are drawn: untouched suggestions are dotted, and spans that were also suggested have a star
 * (FAN-18, FAN-28).
 */
export function shownSpans({ options }: SpanQuestionSettings, state: QuestionState): readonly ShownSpan[] {
  const { suggestion, untouched } = state;
  const suggested = new Set(suggestion === null ? [] : spansIn(suggestion).map(spanKey));
  const places = new Map(options.map((option, index) => [option.value, { index, name: option.text || option.value }]));
  return spansIn(state).map((span): ShownSpan => {
    const key = spanKey(span);
    const { index, name } = places.get(span.label) ?? { index: 0, name: span.label };
    const star = suggested.has(key);
    const score = star ? percentText(suggestion?.scores.get(key)) : undefined;
    const look = untouched.has(key) ? "suggested" : "solid";
    const hint = star ? [name, score, suggestion?.agent].filter(Boolean).join(", ") : undefined;
    return { ...span, key, name, look, color: index, star, score: look === "suggested" ? score : undefined, hint };
  });
}
