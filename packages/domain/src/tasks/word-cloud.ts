import { CLOUD_STOP_WORDS } from "./cloud-stop-words.ts";

const ASCII_ONLY = /^[ -~\s]*$/;
const ASCII_WORD = /[a-z]+/g;
const WORD = /\p{L}+/gu;

/**
 * The words of a text that count in the word cloud, each once (contract search-semantics 1, `wordcloud`): runs of letters in
 * lower case less the stop words of four languages.
 */
export function cloudWords(text: string): string[] {
  const words = text.toLowerCase().match(ASCII_ONLY.test(text) ? ASCII_WORD : WORD) ?? [];
  return [...new Set(words)].filter((word) => !CLOUD_STOP_WORDS.has(word));
}
