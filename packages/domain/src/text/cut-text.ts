import { eachWord, type TakeWord, type Word } from "./text-analysis.ts";

/** How a text is cut into searchable words (contract search-semantics section 1). */
export type Analysis =
  /** Words in lower case. */
  | "standard"
  /** The parts between white space, unchanged. */
  | "whitespace"
  /** The whole text, unchanged. */
  | "keyword";

const BETWEEN_BLANKS = /\S+/g;

/** Calls `take` with each word that the analysis cuts from a text. */
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
