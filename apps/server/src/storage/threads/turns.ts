/** A job that waits for a thread, and the user who asked for it. */
export type Job = { readonly who: number };

/**
 * Jobs in turns: every waiting user gets one, then every user a second one. So a user with a hundred jobs delays each other
 * user by at most one of them.
 */
export function createTurns<J extends Job>() {
  /** The user whose turn is next is first. */
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
    /** True if a user other than these is waiting. */
    waits: (except: ReadonlySet<number>): boolean => next(except) !== undefined,
    isEmpty: (): boolean => waiting.size === 0,
    hasOf: (who: number): boolean => waiting.has(who),
    /** Number of waiting jobs of a user. */
    countOf: (who: number): number => waiting.get(who)?.length ?? 0,
    /** The next job of a user other than these. */
    take: (except: ReadonlySet<number>): J | undefined => {
      const [who, own] = next(except) ?? [];
      if (who === undefined || own === undefined) return undefined;
      const job = own.shift();
      if (own.length === 0) waiting.delete(who);
      return job;
    },
    /** Moves a user whose turn is over behind all others. */
    goBehind: (who: number): void => {
      const own = waiting.get(who);
      waiting.delete(who);
      if (own) waiting.set(who, own);
    },
    /** Returns true if the job was still waiting. */
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
