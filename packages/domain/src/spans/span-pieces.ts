import type { Stretch } from "./span.ts";
import { byPlace } from "./span-list.ts";

/** A part of a text that is covered by the same spans throughout, the outermost first. */
type SpanPiece<S extends Stretch> = Stretch & { readonly spans: readonly S[] };

type DrawnSpans<S extends Stretch> = {
  /** The pieces of the whole text, in text order. */
  readonly pieces: readonly SpanPiece<S>[];
  /**
   * The line below the words that shows a span's name: 0 is the first. The name of an inner span is above that of an
   * outer one.
   */
  readonly rows: ReadonlyMap<S, number>;
  /** Spans that are nested too deeply to be told apart, so they are not drawn. */
  readonly undrawn: readonly S[];
};

/** Deepest nesting that is drawn; it keeps thousands of nested spans cheap. */
export const DEEPEST = 6;

type Laned<S> = { readonly span: S; readonly start: number; readonly end: number; readonly lane: number };

/** The pieces to draw for a text with `length` code points. `cuts`: places at which a piece always ends. */
export function spanPieces<S extends Stretch>(
  length: number,
  spans: readonly S[],
  cuts: readonly number[] = [],
): DrawnSpans<S> {
  const { laned, rows, undrawn } = layInLanes(length, spans);
  const edges = [0, length, ...cuts, ...laned.flatMap(({ start, end }) => [start, end])];
  const places = [...new Set(edges)].filter((place) => place >= 0 && place <= length).sort((a, b) => a - b);
  const pieces: SpanPiece<S>[] = [];
  const open: (Laned<S> | undefined)[] = [];
  let next = 0;
  for (const [index, start] of places.entries()) {
    const end = places[index + 1];
    if (end === undefined) break;
    for (let span = laned[next]; span?.start === start; span = laned[++next]) open[span.lane] = span;
    pieces.push({
      start,
      end,
      spans: open.flatMap((span) => (span !== undefined && span.end > start ? [span.span] : [])),
    });
  }
  return { pieces, rows, undrawn };
}

/**
 * Puts each span into the lowest lane that is free at its start, so that nested and crossing spans are in different
 * lanes. A span that reaches beyond the text is cut off at the text's end.
 */
function layInLanes<S extends Stretch>(length: number, spans: readonly S[]) {
  const laned: Laned<S>[] = [];
  const undrawn: S[] = [];
  const rows = new Map<S, number>();
  const ends: number[] = new Array(DEEPEST).fill(0);
  /** The spans that overlap directly or through others, since the last place without a span. */
  let cluster: Laned<S>[] = [];
  const settle = () => {
    const top = cluster.reduce((highest, { lane }) => Math.max(highest, lane), 0);
    for (const { span, lane } of cluster) rows.set(span, top - lane);
    cluster = [];
  };
  for (const span of [...spans].sort(byPlace)) {
    const [start, end] = [Math.max(0, span.start), Math.min(length, span.end)];
    if (start >= end) continue;
    if (ends.every((other) => other <= start)) settle();
    const lane = ends.findIndex((other) => other <= start);
    if (lane < 0) {
      undrawn.push(span);
      continue;
    }
    ends[lane] = end;
    const drawn = { span, start, end, lane };
    laned.push(drawn);
    cluster.push(drawn);
  }
  settle();
  return { laned, rows, undrawn };
}
