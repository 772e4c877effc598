type Revive = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
/** TypeScript does not yet know the third argument of a reviver, which holds the source text. */
const parse = JSON.parse as (text: string, revive?: Revive) => unknown;

/** A whole number with 16 or more digits may be above 2^53. Fractions are skipped: vectors and scores contain many of them. */
const MAY_ROUND = /[:,[\s-]\d{16,}(?![\d.eE])/;

/** Parses JSON without losing digits. A whole number that does not fit into a number becomes a bigint (FFI-28). */
export const parseReply = (text: string): unknown => (MAY_ROUND.test(text) ? parse(text, exactly) : parse(text));

const exactly: Revive = (_key, value, { source }) =>
  typeof value === "number" && !Number.isSafeInteger(value) && source && /^-?\d+$/.test(source)
    ? BigInt(source)
    : value;
