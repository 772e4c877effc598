import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

const WIDTH = 16;
/** Random bytes are fetched for many ids at once: a system call for each id takes half the time of a bulk call. */
const POOL = new Uint8Array(1024 * WIDTH);
let used = POOL.length;

/** A new UUID of version 7: later ids sort after earlier ones, so indexes grow at their end. */
export function newId(): string {
  if (used === POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  used += WIDTH;
  return v7({ random: POOL.subarray(used - WIDTH, used) });
}

/** 24 of the 74 random bits: of ids of one millisecond 50 are left to tell them apart. */
const DIGITS = 6;
const HEX = 16;

/**
 * An id of something in a dataset. It ends with the key of the dataset, so that a cluster asks the one server that has it. Of a
 * key beyond 2^24 it has the end alone, and names another dataset or none.
 */
export function newIdIn(datasetKey: number): string {
  const digits = datasetKey.toString(HEX).padStart(DIGITS, "0");
  return newId().slice(0, -DIGITS) + digits.slice(-DIGITS);
}

/** The key of the dataset that an id names. An id from elsewhere names any, or none: what is found by it is to be checked. */
export function datasetNamedBy(id: string): number {
  const key = Number.parseInt(id.slice(-DIGITS), HEX);
  return Number.isNaN(key) ? 0 : key;
}
