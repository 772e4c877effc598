/**
 * An interval of whole numbers as an alternative of digits, for regular expressions without intervals. If both ends
 * have the same number of digits, all matches have it too; else any number of zeros may come first. Null: the text is
 * no interval. The largest number is that of Lucene.
 */
export function numberInterval(text: string): string | null {
  const [, one = "", other = ""] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  if (one === "" || [one, other].some((digits) => digits.length > MOST_DIGITS || Number(digits) > LARGEST)) return null;
  const [low, high] = Number(one) <= Number(other) ? [one, other] : [other, one];
  if (one.length === other.length) return `(?:${between(low, high)})`;
  return `(?:0*(?:${eachLength(String(Number(low)), String(Number(high))).join("|")}))`;
}

const LARGEST = 2 ** 31 - 1;
/** Most digits of an end: zeros may precede the largest number. */
const MOST_DIGITS = 20;

/** Alternatives for numbers without leading zeros, one per number of digits. */
function eachLength(low: string, high: string): string[] {
  return Array.from({ length: high.length - low.length + 1 }, (_, more) => {
    const digits = low.length + more;
    const least = more === 0 ? low : `1${"0".repeat(digits - 1)}`;
    return between(least, digits === high.length ? high : "9".repeat(digits));
  });
}

/** Alternatives for the numbers between two ends with the same number of digits. */
function between(low: string, high: string): string {
  const [first = "", last = ""] = [low.charAt(0), high.charAt(0)];
  const rest = low.length - 1;
  if (rest < 0) return "";
  if (first === last) return first + grouped(between(low.slice(1), high.slice(1)));
  if (/^0*$/.test(low.slice(1)) && /^9*$/.test(high.slice(1))) return `[${first}-${last}]${anyDigits(rest)}`;
  const parts = [first + grouped(between(low.slice(1), "9".repeat(rest)))];
  const [next, previous] = [Number(first) + 1, Number(last) - 1];
  if (next <= previous) parts.push(`[${next}-${previous}]${anyDigits(rest)}`);
  parts.push(last + grouped(between("0".repeat(rest), high.slice(1))));
  return parts.join("|");
}

const grouped = (part: string): string => (part.includes("|") ? `(?:${part})` : part);
const anyDigits = (count: number): string => (count === 0 ? "" : `[0-9]{${count}}`);
