import type { Task } from "@postil/domain/datasets/dataset-links";
import { TASK_DATASET_NAME } from "@postil/domain/datasets/names";
import { StartFailure } from "../../start-failure.ts";
import { type Answers, type AnswerWish, answersIn, answerWords } from "../answers.ts";
import { numberType } from "../classify.ts";
import { type Column, createLook, type Sample } from "../columns.ts";
import { sampleWords } from "../describe-plan.ts";
import { foreignExport } from "../hints.ts";
import type { Source } from "../source.ts";
import { isMembers } from "./annotation-part-of-cell.ts";
import { DERIVED_COLUMNS, knownColumns, TASK_COLUMNS } from "./task-columns.ts";
import { taskRowsOf } from "./task-rows.ts";

/** The content of a file, as far as all rows together show it. */
export type TaskFile = {
  /** The number of rows, valid or not. */
  readonly rows: number;
  readonly multiLabel: boolean;
  readonly columns: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly plain: ReadonlySet<string>;
  readonly answers: Answers;
  readonly sample: readonly Sample[];
  readonly notes: readonly string[];
};

const NONE: ReadonlySet<string> = new Set();

export async function lookAtTaskRows(
  source: Source,
  task: Task,
  ignored: ReadonlySet<string> = NONE,
  wishes: readonly AnswerWish[] = [],
): Promise<TaskFile> {
  const isTable = source.format === "csv";
  const look = createLook(isTable);
  let multiLabel = false;
  for await (const read of taskRowsOf(source, { ignored, numbers: NONE, plain: NONE })) {
    look.add(read);
    if ("row" in read) multiLabel ||= hasSeveral(read.row);
  }
  const { rows, faults, columns: found, sample } = look.end();
  if (rows + faults === 0) throw new StartFailure(`${source.file} holds no rows.`);
  const columns = new Set(found.map(({ name }) => name));
  const foreign = ignored.size === 0 ? foreignExport(found) : null;
  if (foreign !== null) throw new StartFailure(foreign);
  refuseOtherTask(source, task, columns);
  const answers = answersIn(found, wishes);
  const known = knownColumns(task, columns);
  return {
    rows: rows + faults,
    multiLabel,
    columns,
    sample,
    answers,
    numbers: new Set(isTable ? found.flatMap((one) => (numberType(one) === null ? [] : [one.name])) : []),
    plain: new Set(found.flatMap(({ name, isPlain }) => (isPlain ? [name] : []))),
    notes: [
      ...answerWords(answers, found, DECIDED),
      ...found.filter(({ name }) => !known.has(name)).flatMap(textNotes),
    ],
  };
}

const DECIDED = {
  accepted: "annotated and validated",
  rejected: "not annotated; metadata keeps what was rejected",
  discarded: "discarded",
};

/** Explains why numbers stay texts. */
function textNotes({ name, meeting }: Column): string[] {
  if (!meeting) return [];
  const [one, other] = meeting;
  return [`  "${name}" stays a text: ${JSON.stringify(one)} and ${JSON.stringify(other)} would be the same number`];
}

/** A file without any column for the task is refused once, not line by line. */
function refuseOtherTask({ file, format }: Source, task: Task, columns: ReadonlySet<string>): void {
  const { needed } = TASK_COLUMNS[task];
  if (columns.size === 0 || needed.some((column) => columns.has(column))) return;
  const other = columns.has("tokens") ? " For tokens say --task TokenClassification." : "";
  const names = needed.map((column) => `"${column}"`).join(" or ");
  throw new StartFailure(
    `${file} has no column ${names}, and ${task} needs one. Its columns: ${[...columns].join(", ")}.${other}${format === "csv" ? " --header --names a,b,... gives columns of a table other names." : ""}`,
  );
}

/** True if the row says so, or if its label is a list. */
function hasSeveral({ multi_label, annotation, labels, label }: { readonly [column: string]: unknown }): boolean {
  if (multi_label === true || /^true$/i.test(String(multi_label))) return true;
  const given = annotation ?? label ?? labels;
  return Array.isArray(isMembers(given) ? null : given);
}

/** A valid name for a task dataset: characters that are not allowed become hyphens. */
export function taskDatasetNameOf(stem: string): string {
  const name = stem
    .toLowerCase()
    .replaceAll(/[^a-z0-9-_]+/g, "-")
    .replace(/^[-_]+/, "")
    .slice(0, TASK_DATASET_NAME.max);
  return name === "" ? "dataset" : name;
}

export type TaskTarget = {
  readonly task: Task;
  readonly name: string;
  readonly workspace: string;
  /** How the file is read, line by line. */
  readonly read: readonly string[];
};

/** Describes the plan before anything is created. */
export function describeTaskFile(
  { rows, multiLabel, columns, sample, notes }: TaskFile,
  { task, name, workspace, read: how }: TaskTarget,
): string[] {
  const known = knownColumns(task, columns);
  const metadata = [...columns].filter((column) => !known.has(column));
  const derived = [...columns].filter((column) => DERIVED_COLUMNS.has(column));
  const read = [...columns].filter((column) => known.has(column) && !DERIVED_COLUMNS.has(column));
  const kind = task === "TextClassification" ? `${task}, ${multiLabel ? "several labels" : "one label"} each` : task;
  return [
    `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"} -> ${kind}: dataset "${name}" in workspace "${workspace}"`,
    ...how,
    ...(read.length > 0 ? [`  read: ${read.join(", ")}`] : []),
    ...(derived.length > 0 ? [`  worked out anew: ${derived.join(", ")}`] : []),
    ...(metadata.length > 0 ? [`  as metadata: ${metadata.join(", ")}`] : []),
    ...notes,
    ...sampleWords(sample),
  ];
}
