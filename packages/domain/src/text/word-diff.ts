/** In both versions, only in the earlier one (`removed`), or only in the later one (`added`). */
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

/** Number of words of a text in any script, without signs and spaces. */
export function wordCount(text: string): number {
  let count = 0;
  for (const { isWordLike } of new Intl.Segmenter("en", { granularity: "word" }).segment(text)) {
    if (isWordLike === true) count += 1;
  }
  return count;
}

export function changedWords(pieces: readonly DiffPiece[]): { readonly [Kind in DiffPiece["kind"]]: number } {
  const counts = { same: 0, removed: 0, added: 0 };
  for (const { kind, text } of pieces) counts[kind] += wordCount(text);
  return counts;
}

/** Unchanged text that is kept on each side of a change, UTF-16 units. */
const AROUND = 60;
/** Longest part of either text, UTF-16 units; the rest is cut off. */
const MOST = 2000;

/**
 * The changed parts of two versions of a text: the part between their common beginning and their common end, with a
 * little of both around it. `…` marks text that is left out. Both are cut at the same places, so that a word diff of
 * the results shows the change. Takes time linear in their lengths.
 */
export function changedPart(before: string, after: string): { readonly before: string; readonly after: string } {
  const shorter = Math.min(before.length, after.length);
  let begin = 0;
  while (begin < shorter && before[begin] === after[begin]) begin += 1;
  let end = 0;
  while (end < shorter - begin && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const from = Math.max(0, begin - AROUND);
  const left = Math.max(0, end - AROUND);
  const part = (text: string) => cutText(between(text, from, text.length - left), MOST);
  return { before: part(before), after: part(after) };
}

function between(text: string, from: number, to: number): string {
  // A cut must not split a character that takes two units.
  const [first, last] = [isSecondHalf(text, from) ? from - 1 : from, isSecondHalf(text, to) ? to + 1 : to];
  return `${first > 0 ? "…" : ""}${text.slice(first, last)}${last < text.length ? "…" : ""}`;
}

/** The first `most` UTF-16 units of a text, with `…` if more was cut off. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, isSecondHalf(text, most) ? most - 1 : most)}…`;
}

const isSecondHalf = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
