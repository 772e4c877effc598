/**
 * How text is cut into words for search and for marking what was found (contract search-semantics section 1,
 * `standard`): Unicode word segmentation, lower case letter by letter, no stop words, no stemming, accents kept. Each Han
 * and Hiragana character is a word of its own, an unbroken run of a script written without spaces is one, and emoji are
 * words.
 */

/** A word with where it stands in the text, in UTF-16 units, end exclusive. */
export type Word = { readonly text: string; readonly start: number; readonly end: number };

/** Longer words are cut; the index would not hold them. */
export const LONGEST_WORD = 255;

/**
 * Plain ASCII text needs no dictionary: letters, digits and underscores, held together by `.`, `'` and `:` between
 * letters and by `.`, `'`, `,` and `;` between digits. Ten times faster than the segmenter on English text.
 */
const ASCII_ONLY = /^[ -~\s]*$/;
const ASCII_WORD = /[a-z0-9_]+(?:(?:(?<=[a-z])[.':](?=[a-z])|(?<=[0-9])[.',;](?=[0-9]))[a-z0-9_]+)*/gi;

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

const ONE_EACH = /[\p{Script=Han}\p{Script=Hiragana}]/u;
/** Scripts without spaces that the segmenter cuts by dictionary and the contract keeps whole. */
const UNSPACED = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]+$/u;
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const ONLY_UNDERSCORES = /^_+$/;

export function wordsOf(text: string): Word[] {
  const found = ASCII_ONLY.test(text) ? asciiWords(text) : segmentedWords(text);
  return found.some((word) => word.end - word.start > LONGEST_WORD) ? found.flatMap(cutLong) : found;
}

/** The same without the places: whoever takes in texts by the thousand has no use for them, and they are most of the work. */
export function wordTexts(text: string): readonly string[] {
  const found = ASCII_ONLY.test(text) ? text.toLowerCase().match(ASCII_WORD) : null;
  if (!found || found.some((word) => word.length > LONGEST_WORD)) return wordsOf(text).map((word) => word.text);
  return found.filter((word) => !ONLY_UNDERSCORES.test(word));
}

function asciiWords(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(ASCII_WORD)) {
    if (ONLY_UNDERSCORES.test(match[0])) continue;
    words.push({ text: match[0].toLowerCase(), start: match.index, end: match.index + match[0].length });
  }
  return words;
}

function segmentedWords(text: string): Word[] {
  const words: Word[] = [];
  /** Where a run of a script without spaces ends that may go on. To look at the whole run again each time would be quadratic. */
  let openEnd = -1;
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike && !PICTOGRAPH.test(segment)) continue;
    if (ONLY_UNDERSCORES.test(segment)) continue;
    const end = index + segment.length;
    const unspaced = UNSPACED.test(segment);
    const last = words.at(-1);
    if (ONE_EACH.test(segment)) words.push(...oneEach(segment, index));
    else if (last && unspaced && openEnd === index) {
      words[words.length - 1] = { text: last.text + lower(segment), start: last.start, end };
    } else words.push({ text: lower(segment), start: index, end });
    if (unspaced) openEnd = end;
  }
  return words;
}

/** `東京タワー` found as one segment: a word for each Han or Hiragana character, one for each run between them. */
function oneEach(segment: string, offset: number): Word[] {
  const words: Word[] = [];
  let run = "";
  let at = offset;
  const endRun = () => {
    if (run !== "") words.push({ text: lower(run), start: at - run.length, end: at });
    run = "";
  };
  for (const character of segment) {
    if (ONE_EACH.test(character)) {
      endRun();
      words.push({ text: character, start: at, end: at + character.length });
    } else run += character;
    at += character.length;
  }
  endRun();
  return words;
}

/** Letter by letter, so that a final sigma and a dotted capital I become what they are elsewhere in a word. */
export function lower(word: string): string {
  let lowered = "";
  for (const character of word) {
    const [first = character] = character.toLowerCase();
    lowered += first;
  }
  return lowered;
}

function cutLong(word: Word): Word[] {
  const parts: Word[] = [];
  for (let from = 0; from < word.text.length; from += LONGEST_WORD) {
    const text = word.text.slice(from, from + LONGEST_WORD);
    parts.push({ text, start: word.start + from, end: word.start + from + text.length });
  }
  return parts;
}
