import type { Stretch } from "../../storage/parts.ts";

type Numbers = Float64Array | Int32Array | Uint16Array;

/** The form in which numbers are kept: the array type, and the value that means "no number". */
type Kind<N extends Numbers> = {
  readonly make: (length: number) => N;
  readonly nothing: number;
  /** All numbers are at least this; "nothing" is less. */
  readonly least: number;
};
const FRACTIONS: Kind<Float64Array> = {
  make: (length) => new Float64Array(length),
  nothing: Number.NaN,
  least: Number.NEGATIVE_INFINITY,
};
export const WHOLE: Kind<Int32Array> = {
  make: (length) => new Int32Array(length),
  nothing: -(2 ** 31),
  least: 1 - 2 ** 31,
};
/** Codes begin at 1. */
export const CODES: Kind<Uint16Array> = { make: (length) => new Uint16Array(length), nothing: 0, least: 1 };

/**
 * Numbers by record: an array has the first number of each record, and chains have the further ones. Chains are created for
 * the first record with several numbers. They cost four bytes per record, and four more for each number in them.
 */
export type Slots<N extends Numbers> = {
  readonly kind: Kind<N>;
  first: N;
  /** For each record: the index of its next number in `more`; 0 means none. */
  next: Int32Array | null;
  more: N;
  /** For each number in `more`: the index of the next one. */
  after: Int32Array;
  /** Number of used indexes in `more`. The first one stays unused, because 0 means "none". */
  used: number;
  /** The first free index of `more`; each free one points to the next; 0 means none. */
  free: number;
};

export type NumberSlots = Slots<Float64Array> | Slots<Int32Array>;

const LEAST_MORE = 64;

/** Creates slots for the records before `size`. */
export function createSlots<N extends Numbers>(kind: Kind<N>, size: number): Slots<N> {
  const first = kind.make(size);
  first.fill(kind.nothing);
  return { kind, first, next: null, more: kind.make(0), after: new Int32Array(0), used: 1, free: 0 };
}

export const bytesOfSlots = ({ first, next, more, after }: Slots<Numbers>): number =>
  first.byteLength + (next?.byteLength ?? 0) + more.byteLength + after.byteLength;

const isNothing = ({ nothing }: Kind<Numbers>, value: number): boolean => Object.is(value, nothing);

export function putNumber(slots: Slots<Numbers>, seq: number, value: number): void {
  const { kind, first } = slots;
  if (isNothing(kind, first[seq] ?? kind.nothing)) {
    first[seq] = value;
    return;
  }
  slots.next ??= new Int32Array(first.length);
  const place = takePlace(slots);
  slots.more[place] = value;
  slots.after[place] = slots.next[seq] ?? 0;
  slots.next[seq] = place;
}

function takePlace<N extends Numbers>(slots: Slots<N>): number {
  if (slots.free !== 0) {
    const place = slots.free;
    slots.free = slots.after[place] ?? 0;
    return place;
  }
  if (slots.used >= slots.more.length) {
    const length = Math.max(LEAST_MORE, Math.ceil(slots.more.length * 1.5));
    slots.more = widened(slots.more, slots.kind.make(length));
    slots.after = widened(slots.after, new Int32Array(length));
  }
  return slots.used++;
}

/** Makes room for the records before `size`. */
export function widenSlots<N extends Numbers>(slots: Slots<N>, size: number): void {
  if (size <= slots.first.length) return;
  const length = Math.max(size, Math.ceil(slots.first.length * 1.25));
  const before = slots.first.length;
  slots.first = widened(slots.first, slots.kind.make(length));
  slots.first.fill(slots.kind.nothing, before);
  if (slots.next) slots.next = widened(slots.next, new Int32Array(length));
}

function widened<N extends Numbers>(from: N, to: N): N {
  to.set(from);
  return to;
}

/** The same numbers in an array that can hold any number. */
export function inFractions({ kind, first, more, ...places }: Slots<Int32Array>): Slots<Float64Array> {
  const values = new Float64Array(first);
  for (let seq = 0; seq < values.length; seq++) if (values[seq] === kind.nothing) values[seq] = FRACTIONS.nothing;
  return { ...places, kind: FRACTIONS, first: values, more: new Float64Array(more) };
}

/** Removes all numbers of a range of records. */
export function clearSlots(slots: Slots<Numbers>, { from, to }: Stretch): void {
  slots.first.fill(slots.kind.nothing, from, to);
  if (!slots.next) return;
  for (let seq = from; seq < Math.min(to, slots.next.length); seq++) {
    for (let place = slots.next[seq] ?? 0; place !== 0; ) {
      const after = slots.after[place] ?? 0;
      slots.after[place] = slots.free;
      slots.free = place;
      place = after;
    }
    slots.next[seq] = 0;
  }
}
