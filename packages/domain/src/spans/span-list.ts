import { overlaps, type Span, type Stretch, spanKey } from "./span.ts";

const overlapping = <S extends Stretch>(spans: readonly S[], stretch: Stretch): readonly S[] =>
  spans.filter((span) => overlaps(span, stretch));

/**
 * `same`: the only span in the way, if it has exactly the same words; it gets another label. `others`: spans that would
 * be removed, after the user confirms.
 */
type InTheWay<S> = { readonly same: S | null; readonly others: readonly S[] };

/** The spans in the way of a new span, in a question whose spans may not overlap. */
export function inTheWay<S extends Stretch>(spans: readonly S[], stretch: Stretch): InTheWay<S> {
  const met = overlapping(spans, stretch);
  const [only, ...more] = met;
  const isSame = only !== undefined && more.length === 0 && only.start === stretch.start && only.end === stretch.end;
  return isSame ? { same: only, others: [] } : { same: null, others: met };
}

type SpanChange<S extends Span> = { readonly spans: readonly S[]; readonly replaced: readonly S[] };

/**
 * Adds a span, in text order. If spans may overlap, it can nest; else it replaces the spans that it overlaps. A caller
 * that must ask first uses `inTheWay`. If the span exists already, the same list is returned.
 */
export function addSpan<S extends Span>(spans: readonly S[], span: S, allowOverlapping: boolean): SpanChange<S> {
  const key = spanKey(span);
  if (spans.some((other) => spanKey(other) === key)) return { spans, replaced: [] };
  const replaced = allowOverlapping ? [] : overlapping(spans, span);
  const gone = new Set(replaced);
  return { spans: [...spans.filter((other) => !gone.has(other)), span].sort(byPlace), replaced };
}

export function removeSpan<S extends Span>(spans: readonly S[], span: Span): readonly S[] {
  const key = spanKey(span);
  return spans.filter((other) => spanKey(other) !== key);
}

/** Replaces `span` by `changed`. If the same words have that label already, only one span remains. */
export function replaceSpan<S extends Span>(spans: readonly S[], span: Span, changed: S): readonly S[] {
  const keys = new Set([spanKey(span), spanKey(changed)]);
  return [...spans.filter((other) => !keys.has(spanKey(other))), changed].sort(byPlace);
}

/** The shortest span that covers a stretch: the innermost of nested ones. Null if none does. */
export function innermostAt<S extends Stretch>(spans: readonly S[], { start, end }: Stretch): S | null {
  let found: S | null = null;
  for (const span of spans) {
    if (span.start > start || span.end < end) continue;
    if (found === null || span.end - span.start < found.end - found.start) found = span;
  }
  return found;
}

/** The next or previous span in text order: relative to `current`, else to a place. Null if there is none. */
export function besideSpan<S extends Span>(
  spans: readonly S[],
  current: Span | null,
  place: number,
  step: 1 | -1,
): S | null {
  const ordered = [...spans].sort(byPlace);
  const key = current && spanKey(current);
  const at = key === null ? -1 : ordered.findIndex((span) => spanKey(span) === key);
  if (at >= 0) return ordered[at + step] ?? null;
  if (step === 1) return ordered.find(({ start }) => start >= place) ?? null;
  return ordered.findLast(({ start }) => start < place) ?? null;
}

/** In text order; of one start the longest first, so that a nested span follows the one around it. */
export const byPlace = (one: Stretch, other: Stretch): number => one.start - other.start || other.end - one.end;
