import type { DiffPiece } from "./word-diff.ts";

/** Number of words of a text in any script, without signs and spaces. */
export function wordCount(text: string): number {
  let count = 0;
  for (const { isWordLike } of new Intl.Segmenter("en", { granularity: "word" }).segment(text)) {
    if (isWordLike === true) count += 1;
  }
  return count;
}

/** The number of removed, added and unchanged words of a change. */
export function changedWords(pieces: readonly DiffPiece[]): { readonly [Kind in DiffPiece["kind"]]: number } {
  const counts = { same: 0, removed: 0, added: 0 };
  for (const { kind, text } of pieces) counts[kind] += wordCount(text);
  return counts;
}
