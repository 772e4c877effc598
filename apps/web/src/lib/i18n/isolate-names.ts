import i18next from "i18next";

/**
 * Importing this file isolates the names inserted into texts, so that a right-to-left name does not reorder the words around
 * it. The administration loads it before its first sentence. The first page load does without it for a moment.
 */
Object.assign(i18next.services.interpolator, { escape: isolated, escapeValue: true });

/** Right-to-left letters, and signs that change the direction of the text after them. */
const TURNS =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const END = "\u2069";

/**
 * Isolates a text inside others on a line: its direction does not affect the text after it. Elements do the same with `<bdi>`.
 * A text without right-to-left letters or direction signs is returned unchanged.
 */
export function isolated(text: string): string {
  if (!TURNS.test(text)) return text;
  let open = 1;
  // An end sign without a start inside the text would end the isolation too early, so it is dropped. Open starts are closed at
  // the end.
  const own = text.replace(/[\u2066-\u2069]/g, (sign) => {
    if (sign !== END) open++;
    else if (open > 1) open--;
    else return "";
    return sign;
  });
  return `\u2068${own}${END.repeat(open)}`;
}
