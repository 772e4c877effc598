/** Numbers in the cells of a table, in the form of programs or of people. */

/** True if a number is too near to 0 to be held, and would be 0: `1e-400`. */
export const vanishes = (text: string): boolean => Number(text) === 0 && /[1-9]/.test(text.replace(/[eE].*$/, ""));

/** The number in a CSV cell, or null: `007`, `1e5000` and `1e-5000` are texts. */
export function numberOf(text: string): number | null {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) || text === "-0") return null;
  const value = Number(text);
  return Number.isFinite(value) && !(value === 0 && vanishes(text)) ? value : null;
}

export const numberWithComma = (text: string): number | null =>
  /^-?\d+,\d+$/.test(text) ? Number(text.replace(",", ".")) : null;

/** The sign before the decimals; the other one stands between thousands. */
export type DecimalSign = "," | ".";

const GROUPED: { readonly [S in DecimalSign]: RegExp } = {
  ",": /^-?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/,
  ".": /^-?[1-9]\d{0,2}(?:,\d{3})+\.\d+$/,
};
const PLAIN: { readonly [S in DecimalSign]: RegExp } = { ",": /^-?\d+(?:,\d+)?$/, ".": /^-?\d+(?:\.\d+)?$/ };

/** The decimal sign of an amount with both signs: `3.215,50`. One sign alone, as in `3.215`, can be either. */
export const signIn = (text: string): DecimalSign | null =>
  GROUPED[","].test(text) ? "," : GROUPED["."].test(text) ? "." : null;

/**
 * The number in a cell of a column with this decimal sign, or null. Thousands without decimals have none: `3.215` may be
 * a number near three.
 */
export function amountOf(text: string, sign: DecimalSign): number | null {
  if (!GROUPED[sign].test(text) && !PLAIN[sign].test(text)) return null;
  return numberOf(sign === "," ? text.replaceAll(".", "").replace(",", ".") : text.replaceAll(",", ""));
}
