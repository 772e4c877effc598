import type { SpanQuestionSettings } from "../datasets/question.ts";
import { type Span, spanKey } from "../spans/span.ts";
import { addSpan, removeSpan, replaceSpan } from "../spans/span-list.ts";
import type { QuestionState } from "./answer-form.ts";

export type SpanAction =
  | { readonly type: "addSpan"; readonly span: Span }
  /** another label, other words, or no change: a suggested span then counts as the person's own */
  | { readonly type: "changeSpan"; readonly span: Span; readonly changed: Span }
  | { readonly type: "removeSpan"; readonly span: Span };

/** A touched or removed span is no suggestion any more (FAN-28). The same object if nothing changed. */
export function changeSpans(settings: SpanQuestionSettings, state: QuestionState, action: SpanAction): QuestionState {
  if (state.answer.type !== "span") return state;
  const before = state.answer.value ?? [];
  const touched = "changed" in action ? action.changed : action.span;
  if (action.type !== "removeSpan" && !settings.options.some(({ value }) => value === touched.label)) return state;
  const value = spansAfter(settings, before, action);
  const keys = new Set(value.map(spanKey));
  const untouched = new Set([...state.untouched].filter((key) => keys.has(key) && key !== spanKey(touched)));
  if (value === before && untouched.size === state.untouched.size) return state;
  return { ...state, answer: { type: "span", value }, untouched };
}

function spansAfter({ allowOverlapping }: SpanQuestionSettings, spans: readonly Span[], action: SpanAction) {
  switch (action.type) {
    case "addSpan":
      return addSpan(spans, action.span, allowOverlapping).spans;
    case "removeSpan":
      return removeSpan(spans, action.span);
    case "changeSpan":
      // A changed span may overlap spans that it did not overlap before.
      return allowOverlapping
        ? replaceSpan(spans, action.span, action.changed)
        : addSpan(removeSpan(spans, action.span), action.changed, false).spans;
  }
}
