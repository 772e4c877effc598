/** Letters that are written from right to left, and signs that turn what comes after them. */
const TURNS =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const END = "\u2069";

/**
 * A text to stand in the middle of others on a line: what direction it has ends with it. Elements do the same by `<bdi>`.
 * One without a direction of its own is left as it is.
 */
export function isolated(text: string): string {
  if (!TURNS.test(text)) return text;
  let open = 1;
  // An end that nothing in it began would end this; what it leaves open is closed with it.
  const own = text.replace(/[\u2066-\u2069]/g, (sign) => {
    if (sign !== END) open++;
    else if (open > 1) open--;
    else return "";
    return sign;
  });
  return `\u2068${own}${END.repeat(open)}`;
}
