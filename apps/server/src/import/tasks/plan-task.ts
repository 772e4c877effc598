import type { Task } from "@postil/domain/datasets/dataset";
import { TASK_DATASET_NAME } from "@postil/domain/datasets/names";
import type { TaskDatasetPlan } from "../../client/fill.ts";
import { StartFailure } from "../../start-failure.ts";
import { nameOfStem } from "../build-plan.ts";
import { decimalSign, foreignExport, numberType } from "../classify.ts";
import { type Column, createLook } from "../columns.ts";
import { answersIn, answerWords, labelDoubts } from "../labels.ts";
import { countedWords, sampleWords } from "../plan.ts";
import { excerpt, type Row, type Source } from "../row.ts";
import type { AnswerWish } from "../wishes.ts";
import { type CheckedTaskRows, findBadTaskLines } from "./check-task-rows.ts";
import { isMembers } from "./task-record.ts";
import { DERIVED_COLUMNS, knownColumns, TASK_COLUMNS, type TaskWishes, taskRowsOf } from "./task-rows.ts";

export type TaskPlan = {
  readonly dataset: Omit<TaskDatasetPlan, "workspace">;
  readonly wishes: TaskWishes;
  /** The number of rows, if they were counted before the check; null if they were not. */
  readonly read: number | null;
  /** Describes the plan, line by line. `rows`: the number of rows to import. */
  readonly words: (target: { readonly workspace: string; readonly rows: number }) => readonly string[];
};

type Options = {
  readonly dataset: string | null;
  readonly agent: string | null;
  readonly ignored: readonly string[];
  readonly answers: readonly AnswerWish[];
  readonly asWritten: boolean;
  readonly missing: readonly string[] | null;
};

type CheckedPlan = TaskPlan & CheckedTaskRows & { readonly options: Options };

export const checkTaskPlan = async (source: Source, plan: TaskPlan, options: Options): Promise<CheckedPlan> => ({
  ...plan,
  ...(await findBadTaskLines(source, plan.wishes)),
  options,
});

/** Plans the import of a file that is not an export, and finds its bad lines. */
export async function understandTaskFile(source: Source, task: Task, options: Options): Promise<CheckedPlan> {
  const ignored = new Set(options.ignored);
  const file = await lookAtTaskRows(source, task, ignored, options.answers);
  const { multiLabel, numbers, plain, answers } = file;
  const name = options.dataset ?? taskDatasetNameOf(source.stem);
  const plan = {
    dataset: { name, task },
    wishes: { task, agent: options.agent ?? "import", ignored, multiLabel, numbers, plain, answers },
    read: file.rows,
    words: ({ workspace }: { readonly workspace: string }) => fileWords(file, source, { task, name, workspace }),
  };
  return checkTaskPlan(source, plan, options);
}

export function describeTask({ words, wishes, good, bad, labels, cut }: CheckedPlan, workspace: string): string[] {
  const sorted = [...labels.keys()].toSorted((a, b) => a.localeCompare(b, "en"));
  return [
    ...words({ workspace, rows: good + bad.length }),
    ...(sorted.length > 0 ? [countedWords("  labels", sorted, labels)] : []),
    ...(wishes.isExport ? [] : [...cut].map(cutWords)),
  ];
}

function cutWords([key, count]: readonly [string, number]): string {
  const [are, have] = count === 1 ? ["value is", "it has"] : ["values are", "they have"];
  return `  metadata "${key}": ${count.toLocaleString("en")} ${are} cut, for ${have} more than 128 characters, of which the last 128 are kept; --ignore leaves a column out`;
}

/** Doubts that only the user can settle. */
export const doubtsOf = ({ labels, options, wishes }: CheckedPlan): readonly string[] =>
  wishes.isExport || options.asWritten || wishes.task === "Text2Text"
    ? []
    : labelDoubts("The file", labels, options.missing);

/** The content of a file, as far as all rows together show it. */
type TaskFile = Awaited<ReturnType<typeof lookAtTaskRows>>;

const NONE: ReadonlySet<string> = new Set();

async function lookAtTaskRows(source: Source, task: Task, ignored: ReadonlySet<string>, wishes: readonly AnswerWish[]) {
  const isTable = source.format === "csv";
  const look = createLook(isTable);
  let multiLabel = false;
  for await (const read of taskRowsOf(source, { ignored, numbers: new Map(), plain: NONE })) {
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
    // Valid or not.
    rows: rows + faults,
    multiLabel,
    columns,
    sample,
    answers,
    numbers: new Map(
      found.filter((one) => isTable && numberType(one) !== null).map((one) => [one.name, decimalSign(one)]),
    ),
    plain: new Set(found.flatMap(({ name, isPlain }) => (isPlain ? [name] : []))),
    notes: [
      ...answerWords(answers, found, DECIDED),
      ...found.filter(({ name }) => !known.has(name)).flatMap(numberNotes),
    ],
  };
}

const DECIDED = {
  accepted: "annotated and validated",
  rejected: "not annotated; metadata keeps what was rejected",
  draft: "annotated",
  discarded: "discarded",
};

/** Explains why numbers stay texts. */
function numberNotes({ name, meeting }: Column): string[] {
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
function hasSeveral({ multi_label, annotation, labels, label }: Row): boolean {
  if (multi_label === true || /^true$/i.test(String(multi_label))) return true;
  const given = annotation ?? label ?? labels;
  return Array.isArray(isMembers(given) ? null : given);
}

function fileWords(
  { rows, multiLabel, columns, sample, notes }: TaskFile,
  source: Source,
  { task, name, workspace }: { readonly task: Task; readonly name: string; readonly workspace: string },
): string[] {
  const known = knownColumns(task, columns);
  const metadata = [...columns].filter((column) => !known.has(column));
  const derived = [...columns].filter((column) => DERIVED_COLUMNS.has(column));
  const read = [...columns].filter((column) => known.has(column) && !DERIVED_COLUMNS.has(column));
  const kind = task === "TextClassification" ? `${task}, ${multiLabel ? "several labels" : "one label"} each` : task;
  return [
    `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"} -> ${kind}: dataset "${name}" in workspace "${workspace}"`,
    ...source.words(),
    ...(read.length > 0 ? [`  read: ${read.join(", ")}`] : []),
    ...(derived.length > 0 ? [`  worked out anew: ${derived.join(", ")}`] : []),
    ...(metadata.length > 0 ? [`  as metadata: ${metadata.join(", ")}`] : []),
    ...notes,
    ...sampleWords(sample),
  ];
}

export const taskDatasetNameOf = (stem: string): string =>
  nameOfStem(stem.toLowerCase(), /[^a-z0-9-_]+/g, TASK_DATASET_NAME.max);

/** Checked before the file is read, because reading may take long. */
export function taskDatasetName(name: string): string {
  const { pattern, max } = TASK_DATASET_NAME;
  if (pattern.test(name) && name.length <= max) return name;
  const rule = `small letters, digits, - and _, up to ${max}, and not - or _ at the beginning`;
  throw new StartFailure(`${excerpt(name)} cannot be the name of a task dataset; it may have ${rule}.`);
}
