import { byPlace, type Stretch } from "./span.ts";

/** A part of a text that the same spans cover all through, the outermost first. */
export type SpanPiece<S extends Stretch> = Stretch & { readonly spans: readonly S[] };

export type DrawnSpans<S extends Stretch> = {
  /** The whole text, in its order. */
  readonly pieces: readonly SpanPiece<S>[];
  /** The line under the words in which a span's name stands: 0 the first; of nested ones that of the inner is above. */
  readonly rows: ReadonlyMap<S, number>;
  /** Spans that lie too deep upon each other to be told apart by the eye. */
  readonly undrawn: readonly S[];
};

/** More upon each other are not drawn; what a stranger nests by the thousand stays cheap. */
export const DEEPEST = 6;

type Laned<S> = { readonly span: S; readonly start: number; readonly end: number; readonly lane: number };

/** What to draw of a text of so many code points. `cuts`: places where pieces end whatever stands there. */
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
 * Each span in the lowest lane that is free where it begins: nested ones stand one upon the other, and so do those that cross. What
 * reaches beyond the text is cut off at its end.
 */
function layInLanes<S extends Stretch>(length: number, spans: readonly S[]) {
  const laned: Laned<S>[] = [];
  const undrawn: S[] = [];
  const rows = new Map<S, number>();
  const ends: number[] = new Array(DEEPEST).fill(0);
  /** Those that hang together so far, from the last place on at which none stands. */
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
