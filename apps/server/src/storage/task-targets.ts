import { METADATA_KINDS, type MetadataKind } from "@postil/domain/tasks/metadata";
import type { Kysely } from "kysely";
import { compiled } from "./compiled.ts";
import { exactTarget } from "./filter-targets.ts";
import { inChunks } from "./in-chunks.ts";
import type { Tables } from "./tables.ts";

/** The targets of `filter_value` rows of a task dataset: these exist in every dataset, the others depend on logged data. */
export const TASK_TARGETS = {
  status: 1,
  annotated_as: 2,
  annotated_by: 3,
  predicted_as: 4,
  predicted_by: 5,
  predicted: 6,
  score: 7,
  event_timestamp: 8,
  last_updated: 9,
} as const;
const FIRST_GIVEN = 64;

/** `words`: the kind of an input; its number is the prefix of its words in the text index. */
export type TaskTargetKind = MetadataKind | "words";
export type TaskTarget = { readonly target: number; readonly path: string; readonly kind: TaskTargetKind };
/** By path: `metadata.<key>`, `inputs.<key>`; in the order in which they were first logged. */
export type TaskTargets = ReadonlyMap<string, TaskTarget>;

const targetsOf = compiled((db, datasetKey: number) =>
  db
    .selectFrom("task_target")
    .select(["target", "path", "kind"])
    .where("dataset_key", "=", datasetKey)
    .orderBy("target"),
);

const KINDS: readonly string[] = [...METADATA_KINDS, "words"];
const isKind = (kind: string): kind is TaskTargetKind => KINDS.includes(kind);

export async function loadTaskTargets(db: Kysely<Tables>, datasetKey: number): Promise<TaskTargets> {
  const rows = await targetsOf(db, datasetKey);
  return new Map(rows.flatMap(({ target, path, kind }) => (isKind(kind) ? [[path, { target, path, kind }]] : [])));
}

const METADATA = "metadata.";

/** The kinds of all metadata keys that a dataset has ever had, by key. */
export async function loadMetadataKinds(
  db: Kysely<Tables>,
  datasetKey: number,
): Promise<ReadonlyMap<string, MetadataKind>> {
  const targets = await loadTaskTargets(db, datasetKey);
  return new Map(
    [...targets.values()].flatMap(({ path, kind }) => (kind === "words" ? [] : [[path.slice(METADATA.length), kind]])),
  );
}

const INPUTS = "inputs.";

/** The names of all inputs that the dataset's records have ever had. */
export async function loadInputKeys(db: Kysely<Tables>, datasetKey: number): Promise<string[]> {
  const targets = await loadTaskTargets(db, datasetKey);
  return [...targets.keys()].flatMap((path) => (path.startsWith(INPUTS) ? path.slice(INPUTS.length) : []));
}

/**
 * Gives numbers to paths that are logged for the first time. The numbers stay after their records are deleted. Returns all
 * targets.
 */
export async function addTaskTargets(
  db: Kysely<Tables>,
  datasetKey: number,
  known: TaskTargets,
  kinds: ReadonlyMap<string, TaskTargetKind>,
): Promise<TaskTargets> {
  const missing = [...kinds].filter(([path]) => !known.has(path));
  if (missing.length === 0) return known;
  const next = Math.max(FIRST_GIVEN - 1, ...[...known.values()].map(({ target }) => target)) + 1;
  const added = missing.map(([path, kind], index): TaskTarget => ({ target: next + index, path, kind }));
  await putTaskTargets(db, datasetKey, added);
  return new Map([...known, ...added.map((one) => [one.path, one] as const)]);
}

export async function putTaskTargets(
  db: Kysely<Tables>,
  datasetKey: number,
  targets: readonly TaskTarget[],
): Promise<void> {
  await inChunks(targets, (some) =>
    db
      .insertInto("task_target")
      .values(some.map((one) => ({ dataset_key: datasetKey, ...one })))
      .execute(),
  );
}

/** Every target that a record's rows may have. */
export const allTaskTargets = (targets: TaskTargets): number[] => [
  ...Object.values(TASK_TARGETS),
  ...[...targets.values()].flatMap(({ target, kind }) =>
    kind === "words" ? [] : kind === "integer" ? [target, exactTarget(target)] : target,
  ),
];
