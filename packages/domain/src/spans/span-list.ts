import { spanKey } from "./same-spans.ts";
import { byPlace, overlaps, type Span, type Stretch } from "./span.ts";

const overlapping = <S extends Stretch>(spans: readonly S[], stretch: Stretch): readonly S[] =>
  spans.filter((span) => overlaps(span, stretch));

/** `same`: the only span, of the very words, which gets another label. `others`: spans that would go, which is asked first. */
export type InTheWay<S> = { readonly same: S | null; readonly others: readonly S[] };

/** What stands where a new span is wanted, where spans may not overlap. */
export function inTheWay<S extends Stretch>(spans: readonly S[], stretch: Stretch): InTheWay<S> {
  const met = overlapping(spans, stretch);
  const [only, ...more] = met;
  const isSame = only !== undefined && more.length === 0 && only.start === stretch.start && only.end === stretch.end;
  return isSame ? { same: only, others: [] } : { same: null, others: met };
}

export type SpanChange<S extends Span> = { readonly spans: readonly S[]; readonly replaced: readonly S[] };

/**
 * With a new span, in the order of the text. Where spans may overlap it nests, else it takes the place of those that it overlaps:
 * who has to ask first looks `inTheWay`. The same list where that span is there already.
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

/** `changed` stands where `span` stood; where the same words have that label already, the two become one. */
export function replaceSpan<S extends Span>(spans: readonly S[], span: Span, changed: S): readonly S[] {
  const keys = new Set([spanKey(span), spanKey(changed)]);
  return [...spans.filter((other) => !keys.has(spanKey(other))), changed].sort(byPlace);
}

/** The shortest span at a place: of nested ones the inner. */
export function innermostAt<S extends Stretch>(spans: readonly S[], { start, end }: Stretch): S | null {
  let found: S | null = null;
  for (const span of spans) {
    if (span.start > start || span.end < end) continue;
    if (found === null || span.end - span.start < found.end - found.start) found = span;
  }
  return found;
}

/** The next or previous one in the order of the text: after `current`, else after (before) a place. Null at the last. */
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
