import { wordsOf } from "../text/text-analysis.ts";
import type { Side } from "./task-record.ts";
import { bothOf, quotedText } from "./task-search.ts";

/** Adds a pressed word or mention to the query text (TSE-28). */

/** A word of letters is written as it is, unless it looks like an operator or would be cut further. */
export function wordQuery(word: string): string {
  const isPlain = /^\p{L}+$/u.test(word) && !/^(?:AND|OR|NOT|TO)$/.test(word) && wordsOf(word).length === 1;
  return isPlain ? word : quotedText(word);
}

/** Letters of Latin, Greek and Cyrillic. In other scripts, words around the found one match too. */
const LETTERS = "a-z\u00df-\u024f\u0370-\u0482\u048a-\u04ff";

/**
 * A query that finds a word of the cloud wherever it was counted. The cloud counts runs of letters (contract
 * search-semantics 1); some of them are only parts of words: `rd` of `3rd`, `don` of `don't`.
 */
export const cloudWordQuery = (word: string): string => `/(.*[^${LETTERS}])?${word}([^${LETTERS}].*)?/`;

/** A mention without words, such as `%`, is searched in the stored mentions. */
export const mentionQuery = (mention: string, side: Side): string =>
  wordsOf(mention).length > 0
    ? wordQuery(mention)
    : `metrics.${side === "annotation" ? "annotated" : "predicted"}.mentions.value:${quotedText(mention)}`;

/** The query text with this condition added; a text that has it already stays as it is. */
export function narrowedBy(text: string | undefined, query: string): string {
  const before = text?.trim() ?? "";
  if (before === "") return query;
  return before.split(" AND ").includes(query) ? before : bothOf(before, query);
}
