export type TextDirection = "ltr" | "rtl";

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const LETTER = /\p{L}/u;
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

/** Letters looked at; a long text has shown its direction by then. */
const SAMPLE = 400;

/**
 * The direction a text reads in: that of most of its first letters. The first letter alone would turn an Arabic message
 * around that begins with a product's Latin name. Text without letters reads from left to right.
 */
export function textDirection(text: string): TextDirection {
  let letters = 0;
  let rightToLeft = 0;
  for (const character of text) {
    if (!LETTER.test(character)) continue;
    letters += 1;
    if (RIGHT_TO_LEFT.test(character)) rightToLeft += 1;
    if (letters === SAMPLE) break;
  }
  return rightToLeft * 2 > letters ? "rtl" : "ltr";
}

/**
 * Whether a stretch of a text, in UTF-16 units, begins words of the other direction than the text's and does not end them: what the
 * line says behind it stands between it and what was said before. The stretch has letters of that direction alone.
 */
export function standsTurned(text: string, start: number, end: number, direction: TextDirection): boolean {
  const isTurned = (letter: string) => RIGHT_TO_LEFT.test(letter) === (direction === "ltr");
  const words = text.slice(start, end);
  // What begins otherwise, with a bracket or a digit, has its place from the words before it.
  if (!LETTER.test(String.fromCodePoint(words.codePointAt(0) ?? 0))) return false;
  for (const character of words) if (LETTER.test(character) && !isTurned(character)) return false;
  for (const character of text.slice(end)) {
    if (character === "\n") return false;
    // A number belongs to the words before it.
    if (LETTER_OR_NUMBER.test(character)) return !LETTER.test(character) || isTurned(character);
  }
  return false;
}
