import type { Stretch } from "../../storage/sqlite/changed-blocks.ts";

type Numbers = Float64Array | Int32Array;

/**
 * Numbers by record: the first one of each record in an array, the others of those that have several in chains beside it. Made
 * when the first record with several is met, the chains cost four bytes a record and twelve for each number in them.
 */
export type Slots<N extends Numbers> = {
  first: N;
  /** Of each record the place of its next number in `more`; zero: none. */
  next: Int32Array | null;
  more: Float64Array;
  /** Of each number in `more` the place of the one after it. */
  after: Int32Array;
  /** Places of `more` given out. The first stays unused, as zero says that there is none. */
  used: number;
  /** A place of `more` that was given back, each pointing to another; zero: none. */
  free: number;
  readonly nothing: number;
};

const LEAST_MORE = 64;

/** For the records before `size`. `nothing`: what stands where a record has no number. */
export function createSlots<N extends Numbers>(first: N, nothing: number): Slots<N> {
  first.fill(nothing);
  return { first, next: null, more: new Float64Array(0), after: new Int32Array(0), used: 1, free: 0, nothing };
}

export const bytesOfSlots = ({ first, next, more, after }: Slots<Numbers>): number =>
  first.byteLength + (next?.byteLength ?? 0) + more.byteLength + after.byteLength;

const isNothing = (slots: Slots<Numbers>, value: number): boolean => Object.is(value, slots.nothing);

export function putNumber(slots: Slots<Numbers>, seq: number, value: number): void {
  if (isNothing(slots, slots.first[seq] ?? slots.nothing)) {
    slots.first[seq] = value;
    return;
  }
  slots.next ??= new Int32Array(slots.first.length);
  const place = takePlace(slots);
  slots.more[place] = value;
  slots.after[place] = slots.next[seq] ?? 0;
  slots.next[seq] = place;
}

function takePlace(slots: Slots<Numbers>): number {
  if (slots.free !== 0) {
    const place = slots.free;
    slots.free = slots.after[place] ?? 0;
    return place;
  }
  if (slots.used >= slots.more.length) {
    const length = Math.max(LEAST_MORE, Math.ceil(slots.more.length * 1.5));
    slots.more = widened(slots.more, new Float64Array(length));
    slots.after = widened(slots.after, new Int32Array(length));
  }
  return slots.used++;
}

/** Makes room for the records before `size`. */
export function widenSlots<N extends Numbers>(slots: Slots<N>, size: number, make: (length: number) => N): void {
  if (size <= slots.first.length) return;
  const length = Math.max(size, Math.ceil(slots.first.length * 1.25));
  const before = slots.first.length;
  slots.first = widened(slots.first, make(length));
  slots.first.fill(slots.nothing, before);
  if (slots.next) slots.next = widened(slots.next, new Int32Array(length));
}

function widened<N extends Numbers>(from: N, to: N): N {
  to.set(from);
  return to;
}

/** Takes away all that a stretch of records has. */
export function clearSlots(slots: Slots<Numbers>, { from, to }: Stretch): void {
  slots.first.fill(slots.nothing, from, to);
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
