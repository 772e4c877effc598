import type { CodePoints } from "@postil/domain/spans/code-points";
import type { Stretch } from "@postil/domain/spans/span";
import { spanPieces } from "@postil/domain/spans/span-pieces";
import type { ShownSpan } from "./shown-span.ts";

/** Code points from which on a line break ends a block. */
const BLOCK = 400;

/**
 * Where the blocks of a text begin: after line breaks, some hundred characters apart, so that a change draws its surroundings
 * anew and not the whole text.
 */
export function blockStarts({ text, toPoints }: CodePoints): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    const place = toPoints(at + 1);
    if (at + 1 < text.length && place - (starts.at(-1) ?? 0) >= BLOCK) starts.push(place);
  }
  return starts;
}

/** A span with the row under the words in which its name stands. */
export type PlacedSpan = { readonly span: ShownSpan; readonly row: number };
export type PlacedPiece = Stretch & { readonly spans: readonly PlacedSpan[] };
export type ShownBlock = { readonly start: number; readonly pieces: readonly PlacedPiece[] };

/** What to draw of a text, by blocks. */
export function shownBlocks(
  length: number,
  spans: readonly ShownSpan[],
  starts: readonly number[],
): readonly ShownBlock[] {
  const { pieces, rows } = spanPieces(length, spans, starts);
  const placed = new Map(spans.map((span) => [span, { span, row: rows.get(span) ?? 0 }]));
  const blocks: { start: number; pieces: PlacedPiece[] }[] = [];
  for (const { start, end, spans: over } of pieces) {
    if (start === starts[blocks.length]) blocks.push({ start, pieces: [] });
    blocks.at(-1)?.pieces.push({ start, end, spans: over.flatMap((span) => placed.get(span) ?? []) });
  }
  return blocks;
}

/** Whether pieces are drawn the same. */
export const samePieces = (one: readonly PlacedPiece[], other: readonly PlacedPiece[]): boolean =>
  one.length === other.length && one.every((piece, index) => samePiece(piece, other[index]));

const samePiece = (one: PlacedPiece, other: PlacedPiece | undefined): boolean =>
  one.start === other?.start &&
  one.end === other.end &&
  one.spans.length === other.spans.length &&
  one.spans.every((placed, index) => samePlaced(placed, other.spans[index]));

export const samePlaced = (one: PlacedSpan, other: PlacedSpan | undefined): boolean =>
  one === other || (one.row === other?.row && sameShown(one.span, other.span));

const sameShown = (one: ShownSpan, other: ShownSpan): boolean =>
  one === other ||
  (one.key === other.key &&
    one.start === other.start &&
    one.end === other.end &&
    one.name === other.name &&
    one.look === other.look &&
    one.color === other.color &&
    one.star === other.star &&
    one.score === other.score &&
    one.hint === other.hint);
