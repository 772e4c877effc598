import type { Micros } from "@postil/domain/entities";

/** The time in epoch microseconds, never the same twice (contract api-v1 10.4). */
export function createClock(): () => Micros {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Math.round((performance.timeOrigin + performance.now()) * 1000));
    return last;
  };
}
