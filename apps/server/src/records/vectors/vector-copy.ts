import { type Metric, MOST_VECTOR_BYTES } from "../../storage/engine.ts";
import { firstBy } from "../first-by.ts";
import { createScan, ROW_BYTES } from "./simd-scan.ts";

/**
 * The directions of a dataset's vectors in memory, as 16-bit integers: two bytes per number, so two megabytes per million,
 * and twelve more bytes per vector, or twenty with lengths. This is precise enough to select the few vectors that have to be
 * compared exactly.
 */
export type VectorCopy = {
  /** The copy has everything that was written up to this time. */
  writtenAt: number;
  readonly bytes: () => number;
  readonly put: (seq: number, vector: ArrayLike<number>) => void;
  /**
   * The records that may be among the `count` nearest to a direction; it always includes all of those. `wanted`: tells which
   * records take part.
   */
  readonly nearest: (direction: readonly number[], wanted: (seq: number) => boolean, count: number) => number[];
  /** The same for the smallest distance from a point; only for copies with lengths. */
  readonly nearestTo: (point: readonly number[], wanted: (seq: number) => boolean, count: number) => number[];
};

/** The value for length 1. By Cauchy-Schwarz no sum of products of two vectors is much above 2^30, so it fits in 32 bits. */
const ONE = 32_767;
const PAGE = 65_536;
const LEAST_ROWS = 1024;

/** Between these limits a sum of squares has lost no precision. */
const [LEAST_SUM, MOST_SUM] = [1e-200, 1e200];

/** Writes the direction of a vector; zeros if it has none. */
function quantise(vector: ArrayLike<number>, target: Int16Array): void {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) {
    const part = vector[i] ?? 0;
    squares += part * part;
  }
  if (squares > LEAST_SUM && squares < MOST_SUM) scale(vector, ONE / Math.sqrt(squares), target);
  else quantiseExtreme(vector, target);
}

/** Rounds by truncating a positive number: many times faster than Math.round. */
function scale(vector: ArrayLike<number>, factor: number, target: Int16Array): void {
  for (let i = 0; i < vector.length; i++) target[i] = (((vector[i] ?? 0) * factor + 32_768.5) | 0) - 32_768;
}

/** The same, scaled by the greatest component first, so that no square overflows. */
function quantiseExtreme(vector: ArrayLike<number>, target: Int16Array): void {
  let greatest = 0;
  for (let i = 0; i < vector.length; i++) greatest = Math.max(greatest, Math.abs(vector[i] ?? 0));
  if (greatest === 0) return void target.fill(0);
  let squares = 0;
  for (let i = 0; i < vector.length; i++) {
    const part = (vector[i] ?? 0) / greatest;
    squares += part * part;
  }
  const factor = ONE / Math.sqrt(squares);
  for (let i = 0; i < vector.length; i++) target[i] = Math.round(((vector[i] ?? 0) / greatest) * factor);
}

/** The length of a vector, computed without overflow of squares. */
export function lengthOf(vector: ArrayLike<number>): number {
  let greatest = 0;
  for (let i = 0; i < vector.length; i++) greatest = Math.max(greatest, Math.abs(vector[i] ?? 0));
  if (greatest === 0) return 0;
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += ((vector[i] ?? 0) / greatest) ** 2;
  return greatest * Math.sqrt(squares);
}

const strideOf = (dimensions: number): number => Math.ceil((dimensions * 2) / ROW_BYTES) * ROW_BYTES;
/** Where the rows begin: before them are the query, and for each row its index and its result. */
const rowsBegin = (stride: number, rows: number): number => Math.ceil((stride + 8 * rows) / ROW_BYTES) * ROW_BYTES;
const widened = (rows: number): number => Math.ceil(rows * 1.5);

/** The most vectors that a copy of this size has room for. */
export function mostRowsIn(
  bytes: number,
  { dimensions, metric }: { readonly dimensions: number; readonly metric: Metric },
): number {
  const stride = strideOf(dimensions);
  const bytesOf = (rows: number) =>
    Math.ceil((rowsBegin(stride, rows) + rows * stride) / PAGE) * PAGE + (metric === "distance" ? 8 * rows : 0);
  let most = 0;
  for (let rows = LEAST_ROWS; bytesOf(rows) <= bytes; rows = widened(rows)) most = rows;
  return most;
}

/** What copies may take where searches have so much, and how many vectors one of them then has room for. */
export function vectorMemory(searchBytes: number) {
  const bytes = Math.min(searchBytes, MOST_VECTOR_BYTES);
  return { bytes, mostRows: (kind: Parameters<typeof mostRowsIn>[1]) => mostRowsIn(bytes, kind) };
}

export function createVectorCopy(dimensions: number, { withLengths }: { readonly withLengths: boolean }): VectorCopy {
  const stride = strideOf(dimensions);
  const memory = new WebAssembly.Memory({ initial: 1 });
  const scan = createScan(memory);
  const rowOf = new Map<number, number>();
  let seqs = new Int32Array(LEAST_ROWS);
  let lengths = new Float64Array(withLengths ? LEAST_ROWS : 0);

  // Memory layout: first the query, then for each row its index and its result, then the rows.
  const idsAt = stride;
  const outAt = () => idsAt + 4 * seqs.length;
  const rowsAt = () => rowsBegin(stride, seqs.length);
  const reserve = () => {
    const missing = rowsAt() + seqs.length * stride - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  };
  reserve();

  const widen = () => {
    const [before, used] = [rowsAt(), rowOf.size * stride];
    const wider = new Int32Array(widened(seqs.length));
    wider.set(seqs);
    seqs = wider;
    if (withLengths) {
      const before = lengths;
      lengths = new Float64Array(wider.length);
      lengths.set(before);
    }
    reserve();
    new Uint8Array(memory.buffer).copyWithin(rowsAt(), before, before + used);
  };

  const rowFor = (seq: number): number => {
    const known = rowOf.get(seq);
    if (known !== undefined) return known;
    if (rowOf.size === seqs.length) widen();
    const row = rowOf.size;
    rowOf.set(seq, row);
    seqs[row] = seq;
    return row;
  };

  /** The rows that take part, and for each the dot product of its direction with another one. */
  const scanWanted = (direction: readonly number[], wanted: (seq: number) => boolean) => {
    quantise(direction, new Int16Array(memory.buffer, 0, dimensions));
    const ids = new Int32Array(memory.buffer, idsAt, seqs.length);
    let taking = 0;
    for (let row = 0; row < rowOf.size; row++) if (wanted(seqs[row] ?? 0)) ids[taking++] = row;
    scan(0, rowsAt(), stride, idsAt, taking, outAt());
    return { rows: ids.subarray(0, taking), dots: new Int32Array(memory.buffer, outAt(), taking) };
  };

  return {
    writtenAt: -1,
    bytes: () => memory.buffer.byteLength + lengths.byteLength,
    put: (seq, vector) => {
      const row = rowFor(seq);
      if (withLengths) lengths[row] = lengthOf(vector);
      quantise(vector, new Int16Array(memory.buffer, rowsAt() + row * stride, dimensions));
    },
    nearest: (direction, wanted, count) => {
      const { rows, dots } = scanWanted(direction, wanted);
      const least = leastOfNearest(dots, count) - slack(dimensions);
      const near: number[] = [];
      for (let i = 0; i < rows.length; i++) if ((dots[i] ?? 0) >= least) near.push(seqs[rows[i] ?? 0] ?? 0);
      return near;
    },
    nearestTo: (point, wanted, count) => {
      const { rows, dots } = scanWanted(point, wanted);
      const own = lengthOf(point);
      const [least, most] = [new Float64Array(rows.length), new Float64Array(rows.length)];
      for (let i = 0; i < rows.length; i++) {
        const bounds = squareBetween(own, lengths[rows[i] ?? 0] ?? 0, dots[i] ?? 0, dimensions);
        least[i] = bounds.least;
        most[i] = bounds.most;
      }
      const bound = greatestOfLeast(most, count);
      return Array.from(rows).flatMap((row, i) => ((least[i] ?? 0) <= bound ? (seqs[row] ?? 0) : []));
    },
  };
}

/** Limits for the squared distance of two vectors, from their lengths and the dot product of their directions. */
function squareBetween(a: number, b: number, dot: number, dimensions: number) {
  const squares = a * a + b * b;
  const products = 2 * a * b;
  const square = squares - products * (dot / ONE ** 2);
  const error = (products * slack(dimensions)) / 2 / ONE ** 2 + squares * 1e-12;
  // If squares overflow, nothing is known, so the vectors are compared exactly.
  if (!Number.isFinite(square + error)) return { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
  return { least: square - error, most: square + error };
}

/** The greatest of the `count` smallest numbers. */
function greatestOfLeast(numbers: Float64Array, count: number): number {
  if (numbers.length <= count) return Number.POSITIVE_INFINITY;
  const last = firstBy(numbers.length, count, (a, b) => (numbers[a] ?? 0) < (numbers[b] ?? 0)).at(-1);
  return last === undefined ? Number.POSITIVE_INFINITY : (numbers[last] ?? 0);
}

/**
 * The maximum error between two sums. Rounding moves a direction by at most half a unit in each dimension. So one sum changes
 * by about twice that distance times the length, and two sums by twice as much.
 */
function slack(dimensions: number): number {
  const moved = Math.sqrt(dimensions) / 2;
  return 2 * moved * (2 * ONE + moved) + 1;
}

/** The smallest of the `count` greatest numbers. */
function leastOfNearest(dots: Int32Array, count: number): number {
  if (dots.length <= count) return Number.NEGATIVE_INFINITY;
  const last = firstBy(dots.length, count, (a, b) => (dots[a] ?? 0) > (dots[b] ?? 0)).at(-1);
  return last === undefined ? Number.NEGATIVE_INFINITY : (dots[last] ?? 0);
}
