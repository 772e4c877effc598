export type TextDirection = "ltr" | "rtl";

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const LETTER = /\p{L}/u;

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
