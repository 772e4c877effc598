/**
 * A piece of text that is in both versions (`same`), only in the earlier one (`removed`), or only in the later one
 * (`added`).
 */
export type DiffPiece = { readonly kind: "same" | "removed" | "added"; readonly text: string };

/**
 * Largest product of word counts that is compared word by word: a larger table would take longer than a frame. Beyond
 * it, the whole text between the common beginning and end counts as replaced.
 */
const CELLS = 500_000;

/**
 * The word changes from one text to the other (design/questions.md#text). The same and removed pieces joined are
 * exactly the earlier text, the same and added ones the later text. If two changes touch, the removed piece comes
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

/** Words and signs in order, each with the space before it, so that an addition at the end changes nothing else. */
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
  // lengths[i * width + j]: the length of that subsequence for a from index i on and b from index j on.
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

/** The pieces without empty ones; neighbours of the same kind are joined. */
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
