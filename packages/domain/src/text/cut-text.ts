import { type Word, wordsOf } from "./text-analysis.ts";

/** How a text is cut into what can be looked for (contract search-semantics section 1). */
export type Analysis =
  /** Words in lower case. */
  | "standard"
  /** What stands between white space, as it is written. */
  | "whitespace"
  /** The text as a whole, as it is written. */
  | "keyword";

const BETWEEN_BLANKS = /\S+/g;

export function cutText(text: string, analysis: Analysis): Word[] {
  switch (analysis) {
    case "standard":
      return wordsOf(text);
    case "whitespace":
      return Array.from(text.matchAll(BETWEEN_BLANKS), ({ 0: found, index }) => ({
        text: found,
        start: index,
        end: index + found.length,
      }));
    case "keyword":
      return [{ text, start: 0, end: text.length }];
  }
}
