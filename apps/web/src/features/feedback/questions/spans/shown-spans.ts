import type { QuestionState } from "@postil/domain/answers/answer-form";
import type { SpanQuestionSettings } from "@postil/domain/datasets/question";
import { spanKey } from "@postil/domain/spans/same-spans";
import type { Span } from "@postil/domain/spans/span";
import type { ShownSpan } from "../../../../workbench/spans/shown-span.ts";

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
