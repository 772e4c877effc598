import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

const WIDTH = 16;
/** Randomness is fetched for many ids at once: asking the system for each is half the cost of a bulk call. */
const POOL = new Uint8Array(1024 * WIDTH);
let used = POOL.length;

/** A new UUID of version 7: ids of a later millisecond sort later, so indexes on them grow at their end. */
export function newId(): string {
  if (used === POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  used += WIDTH;
  return v7({ random: POOL.subarray(used - WIDTH, used) });
}
