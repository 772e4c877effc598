import type { Micros } from "@postil/domain/time";

/** The time in epoch microseconds: never the same twice (contract api-v1 10.4), and always later than `last`. */
export function createClock(last = 0): () => Micros {
  return () => {
    last = Math.max(last + 1, Math.round((performance.timeOrigin + performance.now()) * 1000));
    return last;
  };
}
