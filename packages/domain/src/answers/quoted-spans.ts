import type { SpanQuestionSettings } from "../datasets/question.ts";
import { fieldText } from "../records/field-text.ts";
import type { FeedbackRecord } from "../records/record.ts";
import type { Span } from "../spans/span.ts";

/** Most code points quoted of a span: the record itself is shown beside it. */
const QUOTED = 60;

/** A span for people: its words, and its label by name. */
export type QuotedSpan = { readonly span: Span; readonly words: string; readonly label: string };

/** The spans in the order of the text. It goes through the text once, whatever the number of spans. */
export function quotedSpans(
  settings: SpanQuestionSettings,
  spans: readonly Span[],
  fields: FeedbackRecord["fields"],
): readonly QuotedSpan[] {
  const text = [...(fieldText(fields, settings.field) ?? "")];
  const names = new Map(settings.options.map((option) => [option.value, option.text]));
  return [...spans]
    .sort((one, other) => one.start - other.start)
    .map((span) => {
      const { start, end, label } = span;
      const words = text.slice(start, Math.min(end, start + QUOTED)).join("");
      return { span, words: end - start > QUOTED ? `${words}…` : words, label: names.get(label) ?? label };
    });
}
