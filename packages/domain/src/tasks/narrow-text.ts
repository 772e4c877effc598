import { wordsOf } from "../text/text-analysis.ts";
import type { Side } from "./task-record.ts";
import { bothOf, quotedText } from "./task-search.ts";

/** A word or a mention that was pressed, added to the query text (TSE-28). */

/** A word of letters can stand as it is, unless it reads as an operator or is cut further. */
export function wordQuery(word: string): string {
  const isPlain = /^\p{L}+$/u.test(word) && !/^(?:AND|OR|NOT|TO)$/.test(word) && wordsOf(word).length === 1;
  return isPlain ? word : quotedText(word);
}

/** Letters of Latin, Greek and Cyrillic, in a class of a regular expression. Of other scripts whole words around it are found, too. */
const LETTERS = "a-z\u00df-\u024f\u0370-\u0482\u048a-\u04ff";

/**
 * What finds a word of the cloud wherever it was counted. The cloud counts runs of letters (contract search-semantics 1), of which some
 * are parts of words only: `rd` of `3rd`, `don` of `don't`.
 */
export const cloudWordQuery = (word: string): string => `/(.*[^${LETTERS}])?${word}([^${LETTERS}].*)?/`;

/** The words of a mention one after the other; one without words, such as `%`, is looked for among the mentions themselves. */
export const mentionQuery = (mention: string, side: Side): string =>
  wordsOf(mention).length > 0
    ? wordQuery(mention)
    : `metrics.${side === "annotation" ? "annotated" : "predicted"}.mentions.value:${quotedText(mention)}`;

/** The text that also asks for this; a text that does already stays as it is. */
export function narrowedBy(text: string | undefined, query: string): string {
  const before = text?.trim() ?? "";
  if (before === "") return query;
  return before.split(" AND ").includes(query) ? before : bothOf(before, query);
}
