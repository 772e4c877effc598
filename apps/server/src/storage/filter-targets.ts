import type { MetadataSettings } from "@postil/domain/datasets/metadata-property";
import type { QuestionSettings } from "@postil/domain/datasets/question";
import { answerKind } from "@postil/domain/records/question-types/question-types";
import type { ValueKind } from "@postil/domain/records/question-types/rules";
import { METADATA_KINDS, type MetadataKind } from "@postil/domain/tasks/metadata";
import { compiled } from "./compiled.ts";
import { inChunks } from "./parts.ts";
import type { Db } from "./tables.ts";

/**
 * The subject of a `filter_value` row as one integer. Of a feedback dataset: the key of a metadata property or of a question,
 * and which side of it. Keys are never reused, so targets are not reused either. Task datasets: see `TASK_TARGETS`.
 */
const SIDES = { metadata: 0, value: 1, score: 2, agent: 3 } as const;

export const metadataTarget = (propertyKey: number): number => propertyKey * 4 + SIDES.metadata;
export const suggestionTarget = (questionKey: number, side: "value" | "score" | "agent"): number =>
  questionKey * 4 + SIDES[side];

export const targetsOfQuestion = (questionKey: number): number[] =>
  (["value", "score", "agent"] as const).map((side) => suggestionTarget(questionKey, side));

/** The target for values of a whole number property that are beyond 2^53. They are stored as sortable texts (FFI-28). */
export const exactTarget = (target: number): number => -target;

/** A row of `filter_value` without its dataset. */
export type FilterValue = readonly [target: number, value: string | number, seq: number];

export const metadataKind = (settings: MetadataSettings): ValueKind => (settings.type === "terms" ? "text" : "number");

export type FilterTargets = {
  readonly properties: readonly {
    readonly name: string;
    readonly target: number;
    readonly kind: ValueKind;
    readonly isWhole: boolean;
  }[];
  /** By question key; null means that scores and agents are indexed, but not the values. */
  readonly answers: ReadonlyMap<number, ValueKind | null>;
};

export function filterTargets(
  properties: readonly { readonly key: number; readonly name: string; readonly settings: MetadataSettings }[],
  questions: readonly { readonly key: number; readonly settings: QuestionSettings }[],
): FilterTargets {
  return {
    properties: properties.map(({ key, name, settings }) => ({
      name,
      target: metadataTarget(key),
      kind: metadataKind(settings),
      isWhole: settings.type === "integer",
    })),
    answers: new Map(questions.map(({ key, settings }) => [key, answerKind(settings)])),
  };
}

const withExact = (target: number, isWhole: boolean): number[] => (isWhole ? [target, exactTarget(target)] : [target]);

export const propertyTargets = (properties: FilterTargets["properties"]): number[] =>
  properties.flatMap(({ target, isWhole }) => withExact(target, isWhole));

/** Every target that the rows of a feedback record may have. */
export const allTargets = ({ properties, answers }: FilterTargets): number[] => [
  ...propertyTargets(properties),
  ...[...answers.keys()].flatMap(targetsOfQuestion),
];

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

export async function loadTaskTargets(db: Db, datasetKey: number): Promise<TaskTargets> {
  const rows = await targetsOf(db, datasetKey);
  return new Map(rows.flatMap(({ target, path, kind }) => (isKind(kind) ? [[path, { target, path, kind }]] : [])));
}

const METADATA = "metadata.";

/** The kinds of all metadata keys that a dataset has ever had, by key. */
export async function loadMetadataKinds(db: Db, datasetKey: number): Promise<ReadonlyMap<string, MetadataKind>> {
  const targets = await loadTaskTargets(db, datasetKey);
  return new Map(
    [...targets.values()].flatMap(({ path, kind }) => (kind === "words" ? [] : [[path.slice(METADATA.length), kind]])),
  );
}

const INPUTS = "inputs.";

/** The names of all inputs that the dataset's records have ever had. */
export async function loadInputKeys(db: Db, datasetKey: number): Promise<string[]> {
  const targets = await loadTaskTargets(db, datasetKey);
  return [...targets.keys()].flatMap((path) => (path.startsWith(INPUTS) ? path.slice(INPUTS.length) : []));
}

/**
 * Gives numbers to paths that are logged for the first time. The numbers stay after their records are deleted. Returns all
 * targets.
 */
export async function addTaskTargets(
  db: Db,
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

export async function putTaskTargets(db: Db, datasetKey: number, targets: readonly TaskTarget[]): Promise<void> {
  await inChunks(targets, (some) =>
    db
      .insertInto("task_target")
      .values(some.map((one) => ({ dataset_key: datasetKey, ...one })))
      .execute(),
  );
}

/** Every target that the rows of a task record may have. */
export const allTaskTargets = (targets: TaskTargets): number[] => [
  ...Object.values(TASK_TARGETS),
  ...[...targets.values()].flatMap(({ target, kind }) =>
    kind === "words" ? [] : withExact(target, kind === "integer"),
  ),
];
