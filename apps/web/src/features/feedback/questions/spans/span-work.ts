import type { QuestionState } from "@postil/domain/answers/answer-form";
import type { FormAction } from "@postil/domain/answers/answer-form-change";
import { changeSpans, type SpanAction } from "@postil/domain/answers/span-answer";
import type { SpanQuestionSettings } from "@postil/domain/datasets/question";
import { spanKey } from "@postil/domain/spans/same-spans";
import type { Span } from "@postil/domain/spans/span";
import { t } from "i18next";
import { use, useSyncExternalStore } from "react";
import { createEmitter } from "../../../../lib/emitter.ts";
import { announce } from "../../../../ui/live-region.tsx";
import type { ShownSpan } from "../../../../workbench/spans/shown-span.ts";
import type { SpanTextHandle } from "../../../../workbench/spans/span-text.tsx";
import type { QuestionOf } from "../question-control.ts";
import { FormOnPageContext } from "../use-answer-form.ts";

/**
 * What the question in the panel and its field in the record share, for as long as the page lives: which label is active stays so
 * on the next record (FAN-28).
 */
type SpanWork = {
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

/** Changes of a question's spans, each said, and each to be undone and redone (FAN-28). */
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
    const bring = (state: QuestionState, said: string) => {
      dispatch(wholeAnswer(name, state));
      announce(said);
    };
    announce(text);
    tell({
      text,
      undo: () => bring(before, t("annotation.foot.message.undone", { record: text })),
      redo: () => bring(after, text),
    });
  };
}

const wholeAnswer = (
  question: string,
  { answer, untouched }: Pick<QuestionState, "answer" | "untouched">,
): FormAction => ({
  type: "setAnswer",
  question,
  answer,
  untouched,
});

const NONE: readonly Span[] = [];

export const spansIn = ({ answer }: Pick<QuestionState, "answer">): readonly Span[] =>
  answer.type === "span" ? (answer.value ?? NONE) : NONE;

/** An answer as it is drawn: what nobody touched in dots, a star on all that the machine said too (FAN-18, FAN-28). */
export function shownSpans(
  { options }: SpanQuestionSettings,
  state: QuestionState,
  percentOf: (score: number | undefined) => string | undefined,
): readonly ShownSpan[] {
  const { suggestion, untouched } = state;
  const suggested = new Set(suggestion === null ? [] : spansIn(suggestion).map(spanKey));
  const places = new Map(options.map((option, index) => [option.value, { index, name: option.text || option.value }]));
  return spansIn(state).map((span): ShownSpan => {
    const key = spanKey(span);
    const { index, name } = places.get(span.label) ?? { index: 0, name: span.label };
    const star = suggested.has(key);
    const score = star ? percentOf(suggestion?.scores.get(key)) : undefined;
    const look = untouched.has(key) ? "suggested" : "solid";
    const hint = star ? [name, score, suggestion?.agent].filter(Boolean).join(", ") : undefined;
    return { ...span, key, name, look, color: index, star, score: look === "suggested" ? score : undefined, hint };
  });
}
