import { characters } from "../text/characters.ts";

/** A part of a text: code points, not units of 16 bits; the end exclusive. */
export type Stretch = { readonly start: number; readonly end: number };

/** A labeled part of a text: an answer to a span question, or an entity of a token record. */
export type Span = Stretch & { readonly label: string };

export const spanKey = ({ start, end, label }: Span): string => `${start} ${end} ${label}`;

export const overlaps = (one: Stretch, other: Stretch): boolean => one.start < other.end && other.start < one.end;

/** True if the stretch lies in a text of so many code points. */
export const isWithin = ({ start, end }: Stretch, length: number): boolean => start < length && end <= length;

/** The spans that lie in the text, which may have been made shorter since they were marked (FAN-43). */
export function withinText<Part extends Stretch>(spans: readonly Part[], text: string): readonly Part[] {
  const length = characters(text);
  return spans.filter((span) => isWithin(span, length));
}

/** True if both lists have the same spans equally often, in any order (FAN-27). */
export function sameSpans(one: readonly Span[], other: readonly Span[]): boolean {
  if (one.length !== other.length) return false;
  const counts = new Map<string, number>();
  for (const span of one) counts.set(spanKey(span), (counts.get(spanKey(span)) ?? 0) + 1);
  return other.every((span) => {
    const left = counts.get(spanKey(span)) ?? 0;
    counts.set(spanKey(span), left - 1);
    return left > 0;
  });
}
