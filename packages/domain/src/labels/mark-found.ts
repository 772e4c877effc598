import { foldLetters, wordsOf } from "./label-search.ts";

/** A piece of a name; `found` is true if the query matched it. */
export type NamePart = { readonly text: string; readonly found: boolean };

/** A name cut into the pieces that the words of the query matched and the rest, for highlighting. */
export function markFound(name: string, query: string): readonly NamePart[] {
  const words = wordsOf(query);
  if (words.length === 0) return name === "" ? [] : [{ text: name, found: false }];
  const letters = [...name.normalize("NFC")];
  const folded = letters.map(foldLetters);
  const found = letters.map(() => false);
  for (const word of words) markWord(folded, word, found);
  const parts: { text: string; found: boolean }[] = [];
  for (const [place, letter] of letters.entries()) {
    const last = parts.at(-1);
    if (last !== undefined && last.found === found[place]) last.text += letter;
    else parts.push({ text: letter, found: found[place] === true });
  }
  return parts;
}

/** Folding can turn one letter into two, so matches are mapped back to the original letters. */
function markWord(folded: readonly string[], word: string, found: boolean[]): void {
  const whole = folded.join("");
  const letterAt = folded.flatMap((letter, place) => Array.from({ length: letter.length }, () => place));
  for (let from = whole.indexOf(word); from >= 0; from = whole.indexOf(word, from + word.length))
    for (let at = from; at < from + word.length; at++) found[letterAt[at] ?? 0] = true;
}
