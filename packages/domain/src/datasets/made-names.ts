import anyAscii from "any-ascii";
import { DATASET_NAME, PART_NAME } from "./names.ts";

/**
 * Names made of texts: of columns, titles and files. Other scripts are spelled in Latin letters (IMP-26). Only what makes datasets
 * imports this: the tables of letters are large.
 */

/** Room for the number that makes a name different from others. */
const LONGEST_MADE = PART_NAME.max - 10;

/**
 * Every letter as ASCII: `Größe` is `Grosse`, `Отзывы` is `Otzyvy`. A picture is spelled only where nothing else is: `🐦` is
 * `:bird:`, `Message 🐦` is `Message`. Only what a name has room for is looked at.
 */
function inLatin(text: string, most: number): string {
  const looked = text.slice(0, 4 * most).normalize("NFC");
  const words = looked.replaceAll(/\p{Extended_Pictographic}/gu, " ");
  return anyAscii(/[\p{L}\p{N}]/u.test(words) ? words : looked);
}

/** A part name made of a text, such as the name of a column (IMP-03). Null if the text has neither letters nor digits. */
export function partNameOf(text: string): string | null {
  if (PART_NAME.pattern.test(text) && text.length <= LONGEST_MADE) return text;
  const plain = inLatin(text, LONGEST_MADE)
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "_")
    .slice(0, LONGEST_MADE)
    .replaceAll(/^_+|_+$/g, "");
  return /[a-z0-9]/.test(plain) ? plain : null;
}

/** A dataset name made of a text, such as the name of a file. Null if nothing remains. */
export function datasetNameOf(text: string, { isOfTask = false } = {}): string | null {
  const latin = inLatin(text, DATASET_NAME.max);
  const name = (isOfTask ? latin.toLowerCase() : latin)
    .replaceAll(isOfTask ? /[^a-z0-9-_]+/g : /[^a-zA-Z0-9-_ ]+/g, "-")
    .replace(/^[-_ ]+/, "")
    .slice(0, DATASET_NAME.max)
    .trimEnd();
  return /[a-zA-Z0-9]/.test(name) ? name : null;
}
