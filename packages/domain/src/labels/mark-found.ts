import { foldLetters, wordsOf } from "./label-search.ts";

/** A stretch of a name, and whether the query was found there. */
export type NamePart = { readonly text: string; readonly found: boolean };

/** A name cut into what the words of the query found and the rest, for the eye. */
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

/** Folding can make two letters of one, so what is found is counted back to the letters it came from. */
function markWord(folded: readonly string[], word: string, found: boolean[]): void {
  const whole = folded.join("");
  const letterAt = folded.flatMap((letter, place) => Array.from({ length: letter.length }, () => place));
  for (let from = whole.indexOf(word); from >= 0; from = whole.indexOf(word, from + word.length))
    for (let at = from; at < from + word.length; at++) found[letterAt[at] ?? 0] = true;
}
