import { createTurns, type Job } from "../storage/threads/turns.ts";

type Turn = Job & { readonly begin: () => void; readonly refuse: (error: Error) => void };

/** A piece of work in a lane is not done any more: nobody waits for it, or the server ends. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** At most `most` pieces of work at once, one of each person; everybody else waits in turns by person. */
export function createLane(most: number) {
  const turns = createTurns<Turn>();
  const running = new Set<number>();
  const beginNext = () => {
    while (running.size < most) {
      const next = turns.take(running);
      if (!next) return;
      running.add(next.who);
      next.begin();
    }
  };
  return {
    /** `left`: aborted when nobody waits for the result any more; work that has begun goes on. */
    run: <T>(who: number, left: AbortSignal | null, work: () => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const over = () => {
          left?.removeEventListener("abort", leave);
          running.delete(who);
          // Whoever had a turn waits behind all others.
          turns.goBehind(who);
          beginNext();
        };
        const turn: Turn = { who, begin: () => void work().then(resolve, reject).finally(over), refuse: reject };
        const leave = () => {
          if (turns.drop(turn)) reject(new Stopped("Nobody waits any more."));
        };
        if (left?.aborted) return reject(new Stopped("Nobody waits any more."));
        turns.add(turn);
        left?.addEventListener("abort", leave, { once: true });
        beginNext();
      }),
    close: (): void => {
      const nobody = new Set<number>();
      for (let next = turns.take(nobody); next; next = turns.take(nobody)) next.refuse(new Stopped("The server ends."));
    },
  };
}
