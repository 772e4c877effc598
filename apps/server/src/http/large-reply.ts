import { Readable } from "node:stream";

/** So much is given to the connection at a time; the next part follows when this one is taken. */
const PART_BYTES = 64 * 1024;
/** How often it is looked whether parts are still taken. */
const LOOK_MS = 500;

export type ReadingPace = {
  /** For how long a client may take nothing. */
  readonly readMs: number;
  /** For how long somebody else may have to wait for what it has not taken. */
  readonly roomMs: number;
  /** Whether somebody does. */
  readonly isInTheWay: () => boolean;
};

/** The bytes part by part, as fast as they are read; `tooSlow` is told once when they are not. */
export function largeReply(bytes: Uint8Array, { readMs, roomMs, isInTheWay }: ReadingPace, tooSlow: () => void) {
  let at = 0;
  let takenAt = performance.now();
  let inTheWayMs = 0;
  const look = () => {
    if (isInTheWay()) inTheWayMs += LOOK_MS;
    if (performance.now() - takenAt < readMs && inTheWayMs < roomMs / 2) return;
    clearInterval(timer);
    tooSlow();
  };
  const timer = setInterval(look, Math.min(LOOK_MS, readMs));
  return new Readable({
    highWaterMark: PART_BYTES,
    read() {
      takenAt = performance.now();
      const part = bytes.subarray(at, at + PART_BYTES);
      at += part.length;
      this.push(part.length === 0 ? null : part);
    },
    destroy(error, done) {
      clearInterval(timer);
      done(error);
    },
  });
}
