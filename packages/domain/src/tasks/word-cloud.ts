import { CLOUD_STOP_WORDS } from "./cloud-stop-words.ts";

const ASCII_ONLY = /^[ -~\s]*$/;
const ASCII_WORD = /[a-z]+/g;
const WORD = /\p{L}+/gu;

/**
 * The words of a text that count in the word cloud, each once (contract search-semantics 1, `wordcloud`): runs of
 * letters in lower case, without the stop words of four languages.
 */
export function cloudWords(text: string): string[] {
  const words = new Set<string>();
  // Added one by one: a list of all words takes many times the memory of the text.
  for (const [word] of text.toLowerCase().matchAll(ASCII_ONLY.test(text) ? ASCII_WORD : WORD)) words.add(word);
  return [...words].filter((word) => !CLOUD_STOP_WORDS.has(word));
}
