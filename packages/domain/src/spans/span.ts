/** A part of a text: code points, not units of 16 bits; the end exclusive. */
export type Stretch = { readonly start: number; readonly end: number };

/** What somebody says of a part of a text: an answer to a span question, an entity of a token record. */
export type Span = Stretch & { readonly label: string };

export const overlaps = (one: Stretch, other: Stretch): boolean => one.start < other.end && other.start < one.end;

/** In the order of the text; of those that begin together the longest first, so that a nested one follows what it lies in. */
export const byPlace = (one: Stretch, other: Stretch): number => one.start - other.start || other.end - one.end;
