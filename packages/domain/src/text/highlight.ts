/** A stretch of a text in UTF-16 units, end exclusive: what DOM ranges count in. */
export type Match = { readonly start: number; readonly end: number };

/**
 * Every place where a phrase stands in a text, ignoring case and the number of blanks between words; matches do not overlap.
 * For finding within a page that is already on screen; what the server's search found is another question (FFI-13).
 */
export function findMatches(text: string, phrase: string): Match[] {
  const words = phrase.trim().split(/\s+/).filter(Boolean).map(escapePattern);
  if (words.length === 0) return [];
  const pattern = new RegExp(words.join("\\s+"), "giu");
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({ start: index, end: index + found.length }));
}

/** With the `u` flag only these may be escaped. */
function escapePattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
