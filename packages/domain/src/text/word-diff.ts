/** A stretch of text that both have, that only the earlier has, or that only the later has. */
export type DiffPiece = { readonly kind: "same" | "removed" | "added"; readonly text: string };

/**
 * Word counts whose product is larger are not compared word by word: the table would take longer than a frame. What lies
 * between the common beginning and end then counts as replaced in whole.
 */
const CELLS = 500_000;

/**
 * What was changed from one text to the other, by words (design/questions.md#text). The same and removed pieces together are
 * the earlier text to the letter, the same and added ones the later. Of two changes that touch, the removed piece comes
 * first.
 */
export function wordDiff(earlier: string, later: string): readonly DiffPiece[] {
  const [a, b] = [wordsOf(earlier), wordsOf(later)];
  const begin = commonLength(a, b);
  const end = commonLength(a.slice(begin).reverse(), b.slice(begin).reverse());
  const [aMiddle, bMiddle] = [a.slice(begin, a.length - end), b.slice(begin, b.length - end)];
  const kept = aMiddle.length * bMiddle.length > CELLS ? [] : longestCommon(aMiddle, bMiddle);
  const middle = betweenKept(aMiddle, bMiddle, kept);
  return joined([
    { kind: "same", text: a.slice(0, begin).join("") },
    ...middle,
    { kind: "same", text: a.slice(a.length - end).join("") },
  ]);
}

/** Words and signs in order, each with the space before it, so that what is added at an end changes nothing else. */
function wordsOf(text: string): string[] {
  const words = new Intl.Segmenter("en", { granularity: "word" });
  const found: string[] = [];
  let space = "";
  for (const { segment } of words.segment(text)) {
    if (segment.trim() === "") space += segment;
    else {
      found.push(space + segment);
      space = "";
    }
  }
  return space === "" ? found : [...found, space];
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  const first = a.findIndex((word, at) => word !== b[at]);
  return first < 0 ? a.length : first;
}

type Place = readonly [a: number, b: number];

/** The places of a longest common subsequence, in order. */
function longestCommon(a: readonly string[], b: readonly string[]): readonly Place[] {
  const width = b.length + 1;
  // lengths[i * width + j]: how long it is for a from i on and b from j on.
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const places: Place[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) places.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return places;
}

function betweenKept(a: readonly string[], b: readonly string[], kept: readonly Place[]): readonly DiffPiece[] {
  const pieces: DiffPiece[] = [];
  let [i, j] = [0, 0];
  for (const [nextI, nextJ] of [...kept, [a.length, b.length] as const]) {
    pieces.push({ kind: "removed", text: a.slice(i, nextI).join("") });
    pieces.push({ kind: "added", text: b.slice(j, nextJ).join("") });
    pieces.push({ kind: "same", text: a[nextI] ?? "" });
    [i, j] = [nextI + 1, nextJ + 1];
  }
  return pieces;
}

/** Without the empty ones, and neighbours that say the same made one. */
function joined(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  const result: DiffPiece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (piece.text === "") continue;
    if (last?.kind === piece.kind) result[result.length - 1] = { kind: last.kind, text: last.text + piece.text };
    else result.push(piece);
  }
  return result;
}
