/** A part of a text: code points, not units of 16 bits; the end exclusive. */
export type Stretch = { readonly start: number; readonly end: number };

/** A labeled part of a text: an answer to a span question, or an entity of a token record. */
export type Span = Stretch & { readonly label: string };

export const overlaps = (one: Stretch, other: Stretch): boolean => one.start < other.end && other.start < one.end;

/**
 * Sorts by text order; of spans with the same start the longest comes first, so that a nested span follows the one
 * around it.
 */
export const byPlace = (one: Stretch, other: Stretch): number => one.start - other.start || other.end - one.end;
