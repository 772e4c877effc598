import type { JobName } from "@postil/domain/jobs/job";
import { NO_QUEUE, takeTurn, whichMayRun } from "@postil/domain/jobs/order";
import type { ListedJob } from "./steps.ts";
import type { Told } from "./touches.ts";

/** Chooses the job that takes the next step. Remembers whose turns were last, and what it was told of the jobs that are open. */
export function createChooser() {
  let queue = NO_QUEUE;
  let told = new Map<number, Told>();
  return {
    known: (): readonly number[] => [...told.keys()],
    /** `except`: names of jobs that have no turn now. Null if there is nothing to do. */
    next: (listed: readonly ListedJob[], except: readonly JobName[] = []): number | null => {
      told = new Map(listed.flatMap((job) => pairOf(job.key, job.told ?? told.get(job.key))));
      const open = listed.map(({ key, name, isRunning }) => {
        const { by = 0, touches = [], isOurs = false } = told.get(key) ?? {};
        return { key, by, touches, isRunning, isAble: isOurs && !except.includes(name) };
      });
      const turn = takeTurn(
        whichMayRun(open).filter(({ isAble }) => isAble),
        queue,
      );
      if (turn) queue = turn.queue;
      return turn?.key ?? null;
    },
  };
}

const pairOf = (key: number, told: Told | undefined): [number, Told][] => (told ? [[key, told]] : []);
