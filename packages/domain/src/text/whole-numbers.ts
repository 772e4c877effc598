/**
 * Whole numbers of any size. A number holds them exactly up to 2^53 − 1, and JSON.parse rounds what lies beyond; there they are
 * told by their digits.
 */

/** A whole number beyond 2^53 − 1, in decimal: the sign only where it is negative, the first digit no zero. */
export type Digits = string;
export type ExactNumber = number | Digits;

const isBeyond = (number: number): boolean => Number.isInteger(number) && !Number.isSafeInteger(number);

/** The number as it is, or its digits where it lies beyond; NaN and infinities stay what they are. */
export const exactly = (number: number): ExactNumber => (isBeyond(number) ? String(BigInt(number)) : number);

const WHOLE = /^[+-]?\d+$/;

/** The number that a text tells, `" -12.5 "` say, with all of its digits; NaN: it tells none. */
export function readExactly(text: string): ExactNumber {
  const bare = text.trim();
  const number = bare === "" ? Number.NaN : Number(bare);
  if (!isBeyond(number) || !WHOLE.test(bare)) return exactly(number);
  return `${number < 0 ? "-" : ""}${bare.replace(/^[+-]?0*/, "")}`;
}

/** As it can be written with the signs of a language. */
export const inFull = (number: ExactNumber): number | bigint => (typeof number === "string" ? BigInt(number) : number);

/** As many digits as the largest number has (`Number.MAX_VALUE`) have three in their count. */
const LENGTH = 3;

const upsideDown = (digits: string): string => digits.replace(/\d/g, (digit) => String(9 - Number(digit)));

/** A text for each whole number, in whose order by code points the numbers go by size; of a fraction that of its whole part. */
export function orderText(number: ExactNumber): string {
  const digits = typeof number === "number" ? String(BigInt(Math.trunc(number))) : number;
  const bare = digits.replace("-", "");
  const counted = String(bare.length).padStart(LENGTH, "0") + bare;
  return digits === bare ? counted : `-${upsideDown(counted)}`;
}

/** The number that such a text was made of. */
export function fromOrderText(text: string): ExactNumber {
  const isNegative = text.startsWith("-");
  const counted = isNegative ? upsideDown(text.slice(1)) : text;
  return readExactly(`${isNegative ? "-" : ""}${counted.slice(LENGTH)}`);
}

/** Less than zero where `a` is less than `b`, zero where they are equal. Bigints and numbers compare as what they are. */
export function compareExactly(a: ExactNumber, b: ExactNumber): number {
  const [x, y] = [inFull(a), inFull(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}
