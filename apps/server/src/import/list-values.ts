import { type Span, spanKey } from "@postil/domain/spans/span";
import { valueIn } from "./row.ts";

/** What the elements of a list in a cell can be: spans of a text, messages of a conversation. */

/** `text`: what the file says that the span marks. */
export type SpanInFile = Span & { readonly score: number | null; readonly text: string | null };

/**
 * `{start, end, label}` as Prodigy and spaCy write it, `[start, end, label]`, `[label, start, end]` as the 1.x client does, or
 * doccano's `{start_offset, end_offset, label}`.
 */
export function spanIn(value: unknown): SpanInFile | null {
  if (typeof value !== "object" || value === null) return null;
  const [start, end, label] = Array.isArray(value)
    ? typeof value[0] === "string"
      ? [value[1], value[2], value[0]]
      : value
    : [
        valueIn(value, "start") ?? valueIn(value, "start_offset"),
        valueIn(value, "end") ?? valueIn(value, "end_offset"),
        valueIn(value, "label"),
      ];
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || typeof label !== "string") return null;
  const [score, text] = [valueIn(value, "score"), valueIn(value, "text")];
  return {
    ...{ start, end, label },
    score: typeof score === "number" ? score : null,
    text: typeof text === "string" ? text : null,
  };
}

/** A span that a list has twice is one span, as in the page. */
export function eachOnce<S extends SpanInFile>(spans: readonly S[]): S[] {
  const seen = new Set<string>();
  return spans.filter((span) => {
    const key = spanKey(span);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** True if two spans of one list share a place. */
export function overlapIn(list: readonly unknown[]): boolean {
  const spans = eachOnce(list.map(spanIn).filter((span) => span !== null)).sort((a, b) => a.start - b.start);
  let end = 0;
  for (const span of spans) {
    if (span.start < end) return true;
    end = Math.max(end, span.end);
  }
  return false;
}

/** The sender and the words of a message of a conversation: `{role, content}` or `{from, value}`. */
export function messageIn(value: unknown): { readonly role: string; readonly content: string } | null {
  if (typeof value !== "object" || value === null) return null;
  const [role, content] = [
    valueIn(value, "role") ?? valueIn(value, "from"),
    valueIn(value, "content") ?? valueIn(value, "value"),
  ];
  return typeof role === "string" && typeof content === "string" ? { role, content } : null;
}
