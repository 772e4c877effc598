export type TextDirection = "ltr" | "rtl";

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const LETTER = /\p{L}/u;
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

/** Number of letters that are read: enough to know the direction of a long text. */
const SAMPLE = 400;

/**
 * The direction of a text: that of most of its first letters. By the first letter alone, an Arabic message that begins
 * with a Latin product name would be shown left to right. A text without letters is left to right.
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
 * True if a stretch of a text, in UTF-16 units, begins words of the opposite direction and does not end them. The text
 * after it in the line is then shown between it and the text before it. All letters of the stretch have that opposite
 * direction.
 */
export function standsTurned(text: string, start: number, end: number, direction: TextDirection): boolean {
  const isTurned = (letter: string) => RIGHT_TO_LEFT.test(letter) === (direction === "ltr");
  const words = text.slice(start, end);
  // A stretch that begins with another character, such as a bracket or a digit, is placed by the words before it.
  if (!LETTER.test(String.fromCodePoint(words.codePointAt(0) ?? 0))) return false;
  for (const character of words) if (LETTER.test(character) && !isTurned(character)) return false;
  for (const character of text.slice(end)) {
    if (character === "\n") return false;
    // A number belongs to the words before it.
    if (LETTER_OR_NUMBER.test(character)) return !LETTER.test(character) || isTurned(character);
  }
  return false;
}
