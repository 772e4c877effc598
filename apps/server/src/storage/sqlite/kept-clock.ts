import type { DatabaseSync } from "node:sqlite";
import type { Micros } from "@postil/domain/time";
import { createClock } from "../clock.ts";

/** A clock that goes on where that of the process before stood, though the system's may have been set back since. */
export type KeptClock = {
  readonly now: () => Micros;
  /** Writes down how late it is, within the transaction of what was written at that time. */
  keep(): void;
};

export function createKeptClock(database: DatabaseSync): KeptClock {
  const row = database.prepare("select last from clock").get() as { last: number }; // the migration made its one row
  const set = database.prepare("update clock set last = ?");
  const clock = createClock(row.last);
  let kept = row.last;
  let last = kept;
  return {
    now: () => {
      last = clock();
      return last;
    },
    keep: () => {
      if (last > kept) set.run(last);
      kept = last;
    },
  };
}
