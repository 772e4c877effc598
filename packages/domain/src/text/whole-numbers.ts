/**
 * Whole numbers of any size. A JavaScript number is exact up to 2^53 − 1, and JSON.parse rounds larger ones. Larger
 * numbers are therefore kept as digits.
 */

/** A whole number beyond 2^53 − 1, in decimal: with a sign only if it is negative, and without leading zeros. */
export type Digits = string;
export type ExactNumber = number | Digits;

const isBeyond = (number: number): boolean => Number.isInteger(number) && !Number.isSafeInteger(number);

/** The number itself, or its digits if it is beyond that bound; NaN and infinities stay as they are. */
export const exactly = (number: number): ExactNumber => (isBeyond(number) ? String(BigInt(number)) : number);

const WHOLE = /^[+-]?\d+$/;

/** The number in a text such as `" -12.5 "`, with all of its digits; NaN if the text is no number. */
export function readExactly(text: string): ExactNumber {
  const bare = text.trim();
  const number = bare === "" ? Number.NaN : Number(bare);
  if (!isBeyond(number) || !WHOLE.test(bare)) return exactly(number);
  return `${number < 0 ? "-" : ""}${bare.replace(/^[+-]?0*/, "")}`;
}

/** A value that can be compared and formatted with all digits. */
export const inFull = (number: ExactNumber): number | bigint => (typeof number === "string" ? BigInt(number) : number);

/** Digits of the digit count: the largest number (`Number.MAX_VALUE`) has a three-digit count of digits. */
const LENGTH = 3;

const upsideDown = (digits: string): string => digits.replace(/\d/g, (digit) => String(9 - Number(digit)));

/** Sorting these texts by code points sorts the numbers by size. A fraction uses its whole part. */
export function orderText(number: ExactNumber): string {
  const digits = typeof number === "number" ? String(BigInt(Math.trunc(number))) : number;
  const bare = digits.replace("-", "");
  const counted = String(bare.length).padStart(LENGTH, "0") + bare;
  return digits === bare ? counted : `-${upsideDown(counted)}`;
}

/** The number from which {@link orderText} made the text. */
export function fromOrderText(text: string): ExactNumber {
  const isNegative = text.startsWith("-");
  const counted = isNegative ? upsideDown(text.slice(1)) : text;
  return readExactly(`${isNegative ? "-" : ""}${counted.slice(LENGTH)}`);
}

/** Compares: less than zero if `a` is smaller, zero if they are equal. Bigints and numbers are compared by value. */
export function compareExactly(a: ExactNumber, b: ExactNumber): number {
  const [x, y] = [inFull(a), inFull(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/**
 * A number rounded as in the reference's index. A number beyond single precision is not changed, so that it can be
 * compared, sent, and read back as a place in an order.
 */
export function inSinglePrecision(number: number): number {
  const single = Math.fround(number);
  return Number.isFinite(single) ? single : number;
}
