import type { JobName } from "@postil/domain/jobs/job";
import type { OpenJob, Part, Touch } from "@postil/domain/jobs/order";
import type { About, Asked } from "./add-job.ts";
import type { JobRow } from "./job-kind.ts";

/** What each kind of job reads and writes: `write` by default. `own`: the key of its dataset. */
type Touches = { readonly [N in JobName]: (about: About[N], own: number) => readonly Touch[] };

const writes = (dataset: number, ...parts: readonly Part[]): Touch[] =>
  parts.map((part) => ({ dataset, part, how: "write" }));

/** What a query found is deleted, and kept under a key of its own. */
const ended = ({ kept }: About["delete"], own: number) => [
  ...writes(own, "records"),
  ...(kept === undefined ? [] : writes(kept, "all")),
];

const TOUCHES: Touches = {
  purge: (about, own) => {
    if ("draftsOf" in about) return writes(own, "answers");
    const { vectorSettingsKey, target } = about;
    if (vectorSettingsKey === null && target === null) return writes(own, "all");
    return writes(own, vectorSettingsKey === null ? `kind value ${target}` : `kind vector ${vectorSettingsKey}`);
  },
  // Whoever deletes or discards records copies them first (copy.ts). One that is restored would be in the copy too.
  copy: ({ to }, own) => [
    { dataset: own, part: "records", how: "seen" },
    { dataset: own, part: "hidden", how: "read" },
    { dataset: own, part: "coming", how: "read" },
    ...writes(to, "coming"),
  ],
  delete: ended,
  discard: ended,
  // Ids that were taken, and labels that are not there any more, are settled with the records that are there.
  restore: ({ deletedKey }, own) => [
    ...writes(own, "records", "hidden", "answers", "settings"),
    ...writes(deletedKey, "all"),
  ],
  // One transaction reads all of it (export/take-snapshot.ts).
  snapshot: (_, own) => [{ dataset: own, part: "all", how: "seen" }],
};

/** What does not change about a job. `isOurs`: false if only a newer server knows its kind, and does it. */
export type Told = Pick<OpenJob, "by" | "touches"> & { readonly isOurs: boolean };

export function toldOf({ name, dataset_key, about }: Pick<JobRow, "name" | "dataset_key" | "about">): Told {
  const asked: Asked = JSON.parse(about);
  // Nobody here knows what it touches.
  if (!Object.hasOwn(TOUCHES, name)) return { by: 0, touches: writes(dataset_key, "all"), isOurs: false };
  const touches = TOUCHES[name] as (about: unknown, own: number) => readonly Touch[]; // the row's name says which it is
  // A job of an earlier version does not say who asked for it.
  return { by: asked.by ?? 0, touches: touches(asked, dataset_key), isOurs: true };
}
