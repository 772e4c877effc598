import type { Task } from "@postil/domain/datasets/dataset-links";

/** The columns that are read for a record of each task. All other columns are metadata. */
type TaskColumns = {
  /** A record needs one of these columns. */
  readonly needed: readonly string[];
  readonly own: readonly string[];
  /** For each of these three, the first column that a row has is used. */
  readonly prediction: readonly string[];
  readonly annotation: readonly string[];
  readonly tags: readonly string[];
};

const PREDICTION = ["prediction", "predictions"];
const ANNOTATION = ["annotation", "annotations", "label", "labels"];

export const TASK_COLUMNS: { readonly [T in Task]: TaskColumns } = {
  TextClassification: {
    needed: ["text", "inputs"],
    own: ["text", "inputs", "explanation", "multi_label"],
    prediction: PREDICTION,
    annotation: ANNOTATION,
    tags: [],
  },
  TokenClassification: {
    needed: ["tokens"],
    own: ["text", "tokens"],
    prediction: PREDICTION,
    annotation: [...ANNOTATION, "entities", "spans"],
    tags: ["tags", "ner_tags", "bio"],
  },
  Text2Text: {
    needed: ["text", "source"],
    own: ["text"],
    prediction: PREDICTION,
    annotation: ANNOTATION,
    tags: [],
  },
};

export const VECTOR_COLUMNS = ["vector", "vectors", "embedding"] as const;
/** Columns that the server computes. */
export const DERIVED_COLUMNS: ReadonlySet<string> = new Set(["metrics", "search_keywords", "last_updated"]);

const COMMON = ["id", "status", "event_timestamp", "metadata", "prediction_agent", "annotation_agent"];

/** The columns that are read for every record, whatever else its row has. */
export const alwaysRead = (task: Task): readonly string[] => [
  ...COMMON,
  ...TASK_COLUMNS[task].own,
  ...VECTOR_COLUMNS,
  ...DERIVED_COLUMNS,
];

/** The columns that rows may be read from, in a file with these columns. */
export function knownColumns(task: Task, columns: ReadonlySet<string>): ReadonlySet<string> {
  const { prediction, annotation, tags } = TASK_COLUMNS[task];
  const instead = task === "Text2Text" && !columns.has("text") ? ["source", "target"] : [];
  return new Set([...alwaysRead(task), ...instead, ...prediction, ...annotation, ...tags]);
}
