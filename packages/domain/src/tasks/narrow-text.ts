import { wordsOf } from "../text/text-analysis.ts";
import type { Side } from "./task-record.ts";
import { bothOf, quotedText } from "./task-search.ts";

/** A word or a mention that was pressed, added to the query text (TSE-28). */

/** A word of letters can stand as it is, unless it reads as an operator or is cut further. */
export function wordQuery(word: string): string {
  const isPlain = /^\p{L}+$/u.test(word) && !/^(?:AND|OR|NOT|TO)$/.test(word) && wordsOf(word).length === 1;
  return isPlain ? word : quotedText(word);
}

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
