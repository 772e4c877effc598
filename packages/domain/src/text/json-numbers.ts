import { escapesNames, parseByTokens, parseWithNames } from "./json-names.ts";
import { type ExactNumber, readExactly } from "./whole-numbers.ts";

/**
 * Numbers of JSON in the form they are written in: to other languages `5.0` is a float and `5` is none, and integers may
 * be larger than a number here holds. JSON.parse drops both, so where the form counts the text goes along with the value.
 */

type Raw = { readonly rawJSON: string };
type Source = { readonly source?: string };
const exactly = JSON as unknown as {
  // Newer than the types of the language.
  parse(text: string, revive: (key: string, value: unknown, context: Source) => unknown): unknown;
  rawJSON(text: string): Raw;
  isRawJSON(value: unknown): boolean;
};

// A whole number as a float or with many digits, and a fraction so near to a whole number that it is read as one. Nothing in it
// is repeated without bounds: a number may have millions of digits. Vectors have many fractions, which are none of these.
const MAY_LOSE_FORM = /\.0{1,7}(?!\d)|\.0{8}|\.9{8}|\d{9}\.|\d[eE]|(?<![.\d])\d{16}/;

/** False: JSON.parse and JSON.stringify give back the numbers of this text as they are. True: perhaps not. */
export const mayLoseForm = (json: string): boolean => MAY_LOSE_FORM.test(json);

/** As parseWithNames, but JSON.stringify writes each number in the form it had. Not for texts nested without bounds. */
export const parseKeepingForm = (json: string): unknown =>
  escapesNames(json)
    ? parseByTokens(json, (source) => inForm(Number(source), source))
    : exactly.parse(json, (_key, value, { source = "" }) =>
        typeof value === "number" ? inForm(value, source) : value,
      );

/** The same where a number of the text may lose its form, else as quick as parseWithNames. */
export const parseWithForm = (json: string): unknown =>
  mayLoseForm(json) ? parseKeepingForm(json) : parseWithNames(json);

/** A number as {@link parseKeepingForm} reads it where its form would be lost. */
export const isRawNumber = (value: unknown): value is Raw => exactly.isRawJSON(value);

/** A number that was read in its form, or null: whether it was written as a float counts to other languages. */
export function numberIn(value: unknown): { readonly value: number; readonly isFloat: boolean } | null {
  if (typeof value === "number")
    return { value, isFloat: !Number.isInteger(value) || Math.abs(value) >= WRITTEN_WITH_POWER };
  return isRawNumber(value) ? { value: Number(value.rawJSON), isFloat: /[.eE]/.test(value.rawJSON) } : null;
}

/** A number, or a text that tells one, with all digits of a whole one; NaN: it is neither. */
export function exactlyIn(value: unknown): ExactNumber {
  const said = isRawNumber(value) ? value.rawJSON : typeof value === "number" ? String(value) : value;
  return typeof said === "string" ? readExactly(said) : Number.NaN;
}

function inForm(value: number, source: string): number | Raw {
  if (/[.eE]/.test(source)) return asFloat(value);
  return Number.isSafeInteger(value) ? value : exactly.rawJSON(source);
}

/** From here on JSON.stringify writes a power of ten, which is a float. */
const WRITTEN_WITH_POWER = 1e21;

/** The number as JSON.stringify is to write it, with a fraction: `5.0`. For writing alone: it is no number any more. */
export function asFloat(value: number): number {
  if (!Number.isInteger(value) || Math.abs(value) >= WRITTEN_WITH_POWER) return value;
  // Goes into replies only, whose members are numbers by their types.
  return exactly.rawJSON(`${Object.is(value, -0) ? "-0" : value}.0`) as unknown as number;
}

/** The number as JSON.stringify is to write it, with all of its digits. For writing alone, too. */
export const asWhole = (value: ExactNumber): number =>
  // Goes into replies and requests only, whose members are numbers by their types.
  typeof value === "number" ? value : (exactly.rawJSON(value) as unknown as number);

/** {@link asFloat} for a list; a list without whole numbers is returned as it is. */
export const asFloats = (values: readonly number[]): number[] =>
  values.some(Number.isInteger) ? values.map(asFloat) : (values as number[]); // written, never changed
