import { escapesNames, parseByTokens, parseWithNames } from "./json-names.ts";
import { type ExactNumber, readExactly } from "./whole-numbers.ts";

/**
 * JSON numbers in their written form. In other languages `5.0` is a float and `5` is an integer, and integers may be
 * larger than a JavaScript number can hold. JSON.parse loses both, so where the form matters the text is kept with the
 * value.
 */

type Raw = { readonly rawJSON: string };
type Source = { readonly source?: string };
const exactly = JSON as unknown as {
  // Newer than the types of the language.
  parse(text: string, revive: (key: string, value: unknown, context: Source) => unknown): unknown;
  rawJSON(text: string): Raw;
  isRawJSON(value: unknown): boolean;
};

// Finds a whole number written as a float or with many digits, and a fraction so near to a whole number that it is
// rounded to it. No part repeats without a bound, because a number may have millions of digits. Vectors have many
// fractions, and those do not match.
const MAY_LOSE_FORM = /\.0{1,7}(?!\d)|\.0{8}|\.9{8}|\d{9}\.|\d[eE]|(?<![.\d])\d{16}/;

/** False: JSON.parse and JSON.stringify return the numbers of this text unchanged. True: they may change them. */
export const mayLoseForm = (json: string): boolean => MAY_LOSE_FORM.test(json);

/**
 * Like parseWithNames, but JSON.stringify writes each number in its original form. Not for texts with unbounded
 * nesting.
 */
export const parseKeepingForm = (json: string): unknown =>
  escapesNames(json)
    ? parseByTokens(json, (source) => inForm(Number(source), source))
    : exactly.parse(json, (_key, value, { source = "" }) =>
        typeof value === "number" ? inForm(value, source) : value,
      );

/** Like parseKeepingForm if a number of the text may lose its form, else as fast as parseWithNames. */
export const parseWithForm = (json: string): unknown =>
  mayLoseForm(json) ? parseKeepingForm(json) : parseWithNames(json);

/** True for a number that {@link parseKeepingForm} kept as text because its form would be lost. */
export const isRawNumber = (value: unknown): value is Raw => exactly.isRawJSON(value);

/** A number with its written form; null if the value is none. Other languages distinguish numbers written as floats. */
export function numberIn(value: unknown): { readonly value: number; readonly isFloat: boolean } | null {
  if (typeof value === "number")
    return { value, isFloat: !Number.isInteger(value) || Math.abs(value) >= WRITTEN_WITH_POWER };
  return isRawNumber(value) ? { value: Number(value.rawJSON), isFloat: /[.eE]/.test(value.rawJSON) } : null;
}

/** A number, or a number in a text, with all digits of a whole one; NaN if the value is neither. */
export function exactlyIn(value: unknown): ExactNumber {
  const said = isRawNumber(value) ? value.rawJSON : typeof value === "number" ? String(value) : value;
  return typeof said === "string" ? readExactly(said) : Number.NaN;
}

function inForm(value: number, source: string): number | Raw {
  if (/[.eE]/.test(source)) return asFloat(value);
  return Number.isSafeInteger(value) ? value : exactly.rawJSON(source);
}

/** From here on JSON.stringify writes a number with an exponent, which other languages read as a float. */
const WRITTEN_WITH_POWER = 1e21;

/** A number that JSON.stringify writes with a fraction: `5.0`. Only for writing: the result is no real number. */
export function asFloat(value: number): number {
  if (!Number.isInteger(value) || Math.abs(value) >= WRITTEN_WITH_POWER) return value;
  // It goes only into replies, whose members have the type number.
  return exactly.rawJSON(`${Object.is(value, -0) ? "-0" : value}.0`) as unknown as number;
}

/** A number that JSON.stringify writes with all of its digits. Also only for writing. */
export const asWhole = (value: ExactNumber): number =>
  // It goes only into replies and requests, whose members have the type number.
  typeof value === "number" ? value : (exactly.rawJSON(value) as unknown as number);

/** {@link asFloat} for a list; a list without whole numbers is returned as it is. */
export const asFloats = (values: readonly number[]): number[] =>
  values.some(Number.isInteger) ? values.map(asFloat) : (values as number[]); // only written, never changed
