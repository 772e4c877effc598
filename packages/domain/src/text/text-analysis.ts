/**
 * How text is cut into words for search and for marking what was found (contract search-semantics section 1,
 * `standard`): Unicode word segmentation, lower case letter by letter; no stop words, no stemming, accents kept. Each
 * Han and Hiragana character is a word of its own, an unbroken run of a script written without spaces is one, and emoji
 * are words.
 */

/** A word and its place in the text, in UTF-16 units, end exclusive. */
export type Word = { readonly text: string; readonly start: number; readonly end: number };

/** Longest word, UTF-16 units. Longer words are cut, because the index cannot hold them. */
export const LONGEST_WORD = 255;

/**
 * Words of plain ASCII text, which needs no dictionary: letters, digits and underscores, joined by `.`, `'` and `:`
 * between letters and by `.`, `'`, `,` and `;` between digits. Ten times faster than the segmenter on English text.
 */
const ASCII_ONLY = /^[ -~\s]*$/;
const ASCII_WORD = /[a-z0-9_]+(?:(?:(?<=[a-z])[.':](?=[a-z])|(?<=[0-9])[.',;](?=[0-9]))[a-z0-9_]+)*/gi;

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

const ONE_EACH = /[\p{Script=Han}\p{Script=Hiragana}]/u;
/** Scripts without spaces: the segmenter cuts them by dictionary, but the contract keeps their runs whole. */
const UNSPACED = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]+$/u;
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const ONLY_UNDERSCORES = /^_+$/;

type TakeWord = (word: string, start: number, end: number) => void;

/** A list of the words of a long text would take many times the memory of the text. */
export function eachWord(text: string, take: TakeWord): void {
  const takeCut: TakeWord = (word, start, end) => {
    if (end - start > LONGEST_WORD) cutLong(word, start, take);
    else take(word, start, end);
  };
  if (ASCII_ONLY.test(text)) eachAsciiWord(text, takeCut);
  else eachSegmentedWord(text, takeCut);
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  eachWord(text, (word, start, end) => words.push({ text: word, start, end }));
  return words;
}

/**
 * The words without their places. Importing thousands of texts does not need the places, and they are most of the work.
 */
export function wordTexts(text: string): readonly string[] {
  const found = ASCII_ONLY.test(text) ? text.toLowerCase().match(ASCII_WORD) : null;
  if (found && !found.some((word) => word.length > LONGEST_WORD))
    return found.filter((word) => !ONLY_UNDERSCORES.test(word));
  const words: string[] = [];
  eachWord(text, (word) => words.push(word));
  return words;
}

function eachAsciiWord(text: string, take: TakeWord): void {
  for (const { 0: word, index } of text.matchAll(ASCII_WORD)) {
    if (!ONLY_UNDERSCORES.test(word)) take(word.toLowerCase(), index, index + word.length);
  }
}

function eachSegmentedWord(text: string, take: TakeWord): void {
  /**
   * A run of a script without spaces that may continue. Testing the whole run again each time would take quadratic
   * time.
   */
  let run = null as Word | null; // assigned in the loop below
  const endRun = () => {
    if (run) take(run.text, run.start, run.end);
    run = null;
  };
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike && !PICTOGRAPH.test(segment)) continue;
    if (ONLY_UNDERSCORES.test(segment)) continue;
    const end = index + segment.length;
    if (UNSPACED.test(segment)) {
      const before = run?.end === index ? run : null;
      if (!before) endRun();
      run = { text: (before?.text ?? "") + lower(segment), start: before?.start ?? index, end };
      continue;
    }
    endRun();
    if (ONE_EACH.test(segment)) oneEach(segment, index, take);
    else take(lower(segment), index, end);
  }
  endRun();
}

/** Splits a segment like `東京タワー`: one word for each Han or Hiragana character, and one for each run between them. */
function oneEach(segment: string, offset: number, take: TakeWord): void {
  let run = "";
  let at = offset;
  const endRun = () => {
    if (run !== "") take(lower(run), at - run.length, at);
    run = "";
  };
  for (const character of segment) {
    if (ONE_EACH.test(character)) {
      endRun();
      take(character, at, at + character.length);
    } else run += character;
    at += character.length;
  }
  endRun();
}

/** Letter by letter, so that a final sigma and a dotted capital I become the same as within a word. */
export function lower(word: string): string {
  let lowered = "";
  for (const character of word) {
    const [first = character] = character.toLowerCase();
    lowered += first;
  }
  return lowered;
}

function cutLong(word: string, start: number, take: TakeWord): void {
  for (let from = 0; from < word.length; from += LONGEST_WORD) {
    const text = word.slice(from, from + LONGEST_WORD);
    take(text, start + from, start + from + text.length);
  }
}

/** How a text is cut into searchable words (contract search-semantics section 1). */
export type Analysis =
  /** Words in lower case. */
  | "standard"
  /** The parts between white space, unchanged. */
  | "whitespace"
  /** The whole text, unchanged. */
  | "keyword";

const BETWEEN_BLANKS = /\S+/g;

export function eachCut(text: string, analysis: Analysis, take: TakeWord): void {
  if (analysis === "standard") eachWord(text, take);
  else if (analysis === "keyword") take(text, 0, text.length);
  else for (const { 0: found, index } of text.matchAll(BETWEEN_BLANKS)) take(found, index, index + found.length);
}

export function cutText(text: string, analysis: Analysis): Word[] {
  const words: Word[] = [];
  eachCut(text, analysis, (word, start, end) => words.push({ text: word, start, end }));
  return words;
}
