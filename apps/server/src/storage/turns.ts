/** What waits for a thread, and who asked for it. */
export type Job = { readonly who: number };

/**
 * Jobs in the order of turns: everybody who waits has one, then everybody a second, so that whoever asks for a hundred things
 * delays nobody else by more than one of them.
 */
export function createTurns<J extends Job>() {
  /** Whose turn is next comes first. */
  const waiting = new Map<number, J[]>();

  const next = (except: ReadonlySet<number>): readonly [number, J[]] | undefined => {
    for (const turn of waiting) if (!except.has(turn[0])) return turn;
    return undefined;
  };
  return {
    add: (job: J): void => {
      const own = waiting.get(job.who);
      if (own) own.push(job);
      else waiting.set(job.who, [job]);
    },
    /** Whether somebody waits who is none of these. */
    waits: (except: ReadonlySet<number>): boolean => next(except) !== undefined,
    isEmpty: (): boolean => waiting.size === 0,
    hasOf: (who: number): boolean => waiting.has(who),
    /** The next job of somebody who is none of these. */
    take: (except: ReadonlySet<number>): J | undefined => {
      const [who, own] = next(except) ?? [];
      if (who === undefined || own === undefined) return undefined;
      const job = own.shift();
      if (own.length === 0) waiting.delete(who);
      return job;
    },
    /** Behind all others: somebody whose turn is over. */
    goBehind: (who: number): void => {
      const own = waiting.get(who);
      waiting.delete(who);
      if (own) waiting.set(who, own);
    },
    /** Whether it still waited. */
    drop: (job: J): boolean => {
      const own = waiting.get(job.who) ?? [];
      const at = own.indexOf(job);
      if (at < 0) return false;
      own.splice(at, 1);
      if (own.length === 0) waiting.delete(job.who);
      return true;
    },
  };
}
