/** Which jobs may run beside each other, and whose turn it is. */

/**
 * A part of a dataset. `records`: those that are there. `hidden`: those that are deleted and can come back. `coming`: those that a
 * copy still adds. `kind N`: values or vectors of a deleted property or setting, which nothing else reaches. `all`: each of these.
 */
export type Part = "records" | "hidden" | "coming" | "answers" | "settings" | `kind ${string}` | "all";

/**
 * What a job does with a part. `seen`: it reads the part as it was when the job was asked for, whatever happens to it later, so it
 * waits for earlier writers and holds up no later one.
 */
export type Touch = {
  /** The key of the dataset, or that under which deleted records are kept. */
  readonly dataset: number;
  readonly part: Part;
  readonly how: "seen" | "read" | "write";
};

/** A job that has not ended. */
export type OpenJob = {
  /** Rises in the order in which jobs were asked for. */
  readonly key: number;
  /** Who asked for it; 0: nobody, or not known. */
  readonly by: number;
  readonly isRunning: boolean;
  /** False: nothing can begin it now. It keeps its place before later ones. */
  readonly isAble: boolean;
  readonly touches: readonly Touch[];
};

/** How many jobs of a person run side by side; more only if they have begun already. */
export const JOBS_OF_PERSON = 4;

const overlap = (one: Touch, other: Touch): boolean =>
  one.dataset === other.dataset && (one.part === other.part || one.part === "all" || other.part === "all");

/** True if `later` must wait for the end of `earlier`. */
export const mustWait = (later: Pick<OpenJob, "touches">, earlier: Pick<OpenJob, "touches">): boolean =>
  later.touches.some((own) => earlier.touches.some((before) => overlap(own, before) && excludes(before, own)));

function excludes(before: Touch, own: Touch): boolean {
  if (before.how === "seen") return false;
  return before.how === "write" || own.how === "write";
}

/**
 * The jobs that may run now, in the order of their keys: those that run, and each waiting one that need not wait for any of these or
 * for an earlier waiting one. So no job is overtaken by one that it excludes, and none waits for ever.
 */
export function whichMayRun<J extends OpenJob>(open: readonly J[]): J[] {
  const before = createTouched();
  const running = new Map<number, number>();
  const chosen: J[] = [];
  const choose = (job: J) => {
    chosen.push(job);
    running.set(job.by, (running.get(job.by) ?? 0) + 1);
  };
  for (const job of open) {
    if (!job.isRunning) continue;
    before.add(job.touches);
    choose(job);
  }
  const waiting = open.filter(({ isRunning }) => !isRunning).sort((a, b) => a.key - b.key);
  for (const job of waiting) {
    const waits = mustWait(job, before.of(job.touches));
    before.add(job.touches);
    if (!waits && job.isAble && (running.get(job.by) ?? 0) < JOBS_OF_PERSON) choose(job);
  }
  return chosen.sort((a, b) => a.key - b.key);
}

/** Different touches by dataset: there are few, however many jobs there are. */
function createTouched() {
  const byDataset = new Map<number, Map<string, Touch>>();
  return {
    add: (touches: readonly Touch[]): void => {
      for (const touch of touches) {
        const there = byDataset.get(touch.dataset) ?? new Map<string, Touch>();
        byDataset.set(touch.dataset, there.set(`${touch.part} ${touch.how}`, touch));
      }
    },
    of: (touches: readonly Touch[]): Pick<OpenJob, "touches"> => ({
      touches: touches.flatMap(({ dataset }) => [...(byDataset.get(dataset)?.values() ?? [])]),
    }),
  };
}

type Turn = Pick<OpenJob, "key" | "by">;

/** People, and jobs, that wait for their turn: the first one is next. */
export type Queue = { readonly people: readonly number[]; readonly jobs: readonly number[] };

export const NO_QUEUE: Queue = { people: [], jobs: [] };

/**
 * The job that takes the next step: people take turns, and the jobs of a person do. Who has many jobs holds up no one else, and no
 * job waits for all steps of another. Null if there is none. `queue`: what the turn before has returned.
 */
export function takeTurn(may: readonly Turn[], queue: Queue): { readonly key: number; readonly queue: Queue } | null {
  const people = queued(
    queue.people,
    may.map(({ by }) => by),
  );
  const jobs = queued(
    queue.jobs,
    may.map(({ key }) => key),
  );
  const [who] = people;
  const own = new Set(may.filter(({ by }) => by === who).map(({ key }) => key));
  const key = jobs.find((one) => own.has(one));
  if (who === undefined || key === undefined) return null;
  return { key, queue: { people: goLast(people, who), jobs: goLast(jobs, key) } };
}

/** Those who are there now in the order of the queue, and then the new ones: nobody comes to the front by leaving. */
function queued(before: readonly number[], now: readonly number[]): number[] {
  const there = new Set(now);
  return [...new Set([...before.filter((one) => there.has(one)), ...now])];
}

const goLast = (queue: readonly number[], one: number): number[] => [...queue.filter((other) => other !== one), one];
