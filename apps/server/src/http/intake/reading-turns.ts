import { createTurns, type Job } from "../../storage/turns.ts";

type Reading = Job & { readonly begin: () => void; readonly refuse: (error: Error) => void };

/**
 * Turns at the thread: of everybody one body lies there to be read, so one person's bodies wait for each other first, and
 * another's for one of them. What comes after reading, the write, holds up nobody's turn.
 */
export function createReadingTurns() {
  const turns = createTurns<Reading>();
  const reading = new Set<number>();
  const beginNext = () => {
    for (let next = turns.take(reading); next; next = turns.take(reading)) {
      reading.add(next.who);
      next.begin();
    }
  };
  return {
    /** `work` says itself when it has read; at its end it has in any case. */
    run: <T>(who: number, work: (hasRead: () => void) => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        let over = false;
        const hasRead = () => {
          if (over) return;
          over = true;
          reading.delete(who);
          beginNext();
        };
        turns.add({ who, begin: () => void work(hasRead).then(resolve, reject).finally(hasRead), refuse: reject });
        beginNext();
      }),
    /** Nobody who still waits gets a turn. */
    refuseAll: (error: Error): void => {
      const nobody = new Set<number>();
      for (let next = turns.take(nobody); next; next = turns.take(nobody)) next.refuse(error);
    },
  };
}
