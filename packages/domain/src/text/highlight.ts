/** A stretch of a text in UTF-16 units, as in DOM ranges; the end is exclusive. */
export type Match = { readonly start: number; readonly end: number };

/**
 * Every place of a phrase in a text, ignoring case and the number of blanks between words; matches do not overlap. It
 * searches text that is on the screen already. The server's search has other rules (FFI-13).
 */
export function findMatches(text: string, phrase: string): Match[] {
  const words = phrase.trim().split(/\s+/).filter(Boolean).map(escapePattern);
  if (words.length === 0) return [];
  const pattern = new RegExp(words.join("\\s+"), "giu");
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({ start: index, end: index + found.length }));
}

/** With the `u` flag only these characters may be escaped. */
function escapePattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
