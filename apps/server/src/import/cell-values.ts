import { type Span, spanKey } from "@postil/domain/spans/span";
import { valueIn } from "./row.ts";

/** Numbers in the cells of a table, in the form of programs or of people. */

/** True if a number is too near to 0 to be held, and would be 0: `1e-400`. */
export const vanishes = (text: string): boolean => Number(text) === 0 && /[1-9]/.test(text.replace(/[eE].*$/, ""));

/** The number in a CSV cell, or null: `007`, `1e5000` and `1e-5000` are texts. */
export function numberOf(text: string): number | null {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) || text === "-0") return null;
  const value = Number(text);
  return Number.isFinite(value) && !(value === 0 && vanishes(text)) ? value : null;
}

export const numberWithComma = (text: string): number | null =>
  /^-?\d+,\d+$/.test(text) ? Number(text.replace(",", ".")) : null;

/** The sign before the decimals; the other one stands between thousands. */
export type DecimalSign = "," | ".";

const GROUPED: { readonly [S in DecimalSign]: RegExp } = {
  ",": /^-?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/,
  ".": /^-?[1-9]\d{0,2}(?:,\d{3})+\.\d+$/,
};
const PLAIN: { readonly [S in DecimalSign]: RegExp } = { ",": /^-?\d+(?:,\d+)?$/, ".": /^-?\d+(?:\.\d+)?$/ };

/** The decimal sign of an amount with both signs: `3.215,50`. One sign alone, as in `3.215`, can be either. */
export const signIn = (text: string): DecimalSign | null =>
  GROUPED[","].test(text) ? "," : GROUPED["."].test(text) ? "." : null;

/**
 * The number in a cell of a column with this decimal sign, or null. Thousands without decimals have none: `3.215` may be
 * a number near three.
 */
export function amountOf(text: string, sign: DecimalSign): number | null {
  if (!GROUPED[sign].test(text) && !PLAIN[sign].test(text)) return null;
  return numberOf(sign === "," ? text.replaceAll(".", "").replace(",", ".") : text.replaceAll(",", ""));
}

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
