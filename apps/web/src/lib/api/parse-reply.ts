type Revive = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
/** What a reviver is told of the text is newer than the types of the language. */
const parse = JSON.parse as (text: string, revive?: Revive) => unknown;

/** A whole number of so many digits may lie beyond 2^53; those of fractions, of which vectors and scores are full, are passed over. */
const MAY_ROUND = /[:,[\s-]\d{16,}(?![\d.eE])/;

/** JSON whose whole numbers keep all of their digits: where a number does not hold them, it is a bigint (FFI-28). */
export const parseReply = (text: string): unknown => (MAY_ROUND.test(text) ? parse(text, exactly) : parse(text));

const exactly: Revive = (_key, value, { source }) =>
  typeof value === "number" && !Number.isSafeInteger(value) && source && /^-?\d+$/.test(source)
    ? BigInt(source)
    : value;
