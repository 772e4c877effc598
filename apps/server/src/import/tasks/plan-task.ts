import type { TaskRole } from "@postil/contract/datasets/upload-wish";
import type { Task } from "@postil/domain/datasets/dataset";
import { datasetNameOf } from "@postil/domain/datasets/made-names";
import { TASK_DATASET_NAME } from "@postil/domain/datasets/names";
import type { TaskDatasetPlan } from "../../client/fill.ts";
import { StartFailure } from "../../start-failure.ts";
import { decimalSign, foreignExport, LABEL_NAMES, numberType } from "../classify.ts";
import { type Column, type Columns, lookAtColumns, noRows } from "../columns.ts";
import { answersIn, answerWords, labelDoubts } from "../labels.ts";
import { countedWords, sampleWords } from "../plan.ts";
import { counted, excerpt, type Source } from "../row.ts";
import type { AnswerWish } from "../wishes.ts";
import { type CheckedTaskRows, findBadTaskLines } from "./check-task-rows.ts";
import { guessTaskRoles, roleOfName, roleTwice, withSaid } from "./task-columns.ts";
import { DERIVED_COLUMNS, TASK_COLUMNS, type TaskRoles, type TaskWishes } from "./task-rows.ts";

export type TaskPlan = {
  readonly dataset: Omit<TaskDatasetPlan, "workspace">;
  readonly wishes: TaskWishes;
  /** What each column becomes; of an export nothing. */
  readonly roles: TaskRoles;
  readonly notes: readonly string[];
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

/** What a person says about the columns; what is null is guessed. */
export type SaidTask = {
  readonly roles: TaskRoles | null;
  readonly several: boolean | null;
};
const NOTHING_SAID: SaidTask = { roles: null, several: null };

/** Plans the import of a file that is not an export, and finds its bad lines. */
export async function understandTaskFile(source: Source, task: Task, options: Options): Promise<CheckedPlan> {
  return checkTaskPlan(source, planTask(await lookAtColumns(source), source, task, options), options);
}

/** Plans the import from what all rows together show. Throws a `StartFailure` if the columns make no such dataset. */
export function planTask(
  look: Columns,
  source: Source,
  task: Task,
  options: Options,
  said: SaidTask = NOTHING_SAID,
): TaskPlan {
  const ignored = new Set(options.ignored);
  const file = understandTask(look, source, task, { ignored, answers: options.answers, said });
  const { multiLabel, numbers, plain, answers, roles, isByName } = file;
  const name = options.dataset ?? taskDatasetNameOf(source.stem);
  const agent = options.agent ?? "import";
  return {
    dataset: { name, task },
    wishes: { task, agent, ignored, multiLabel, numbers, plain, answers, roles: isByName ? null : roles },
    roles,
    read: file.rows,
    notes: file.notes,
    words: ({ workspace }) => fileWords(file, source, { task, name, workspace }),
  };
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
type TaskFile = ReturnType<typeof understandTask>;

type Wanted = {
  readonly ignored: ReadonlySet<string>;
  readonly answers: readonly AnswerWish[];
  readonly said: SaidTask;
};

function understandTask(
  { rows, faults, columns: all, sample, shape }: Columns,
  source: Source,
  task: Task,
  wanted: Wanted,
) {
  const { ignored, said } = wanted;
  if (rows + faults === 0) throw noRows(source, null);
  const found = all.filter(({ name }) => !ignored.has(name));
  const columns = new Set(found.map(({ name }) => name));
  const foreign = ignored.size === 0 && said.roles === null ? foreignExport(found) : null;
  if (foreign !== null) throw new StartFailure(foreign);
  const guessed = guessTaskRoles(task, found, LABEL_NAMES);
  const roles = withSaid(guessed, said.roles);
  refuseTwice(roles);
  refuseOtherTask(source, task, roles);
  const answers = answersIn(found, wanted.answers);
  const isTable = source.format === "csv";
  return {
    // Valid or not.
    rows: rows + faults,
    multiLabel:
      task === "TextClassification" && (said.several ?? hasSeveral(found, roles, shape?.key === "prodigy" ? 1 : 0)),
    sample: sample.map(({ place, row }) => ({
      place,
      row: Object.fromEntries(Object.entries(row).filter(([name]) => !ignored.has(name))),
    })),
    roles,
    isByName: said.roles === null && found.every(({ name }) => roles.get(name) === roleOfName(task, name, columns)),
    answers,
    numbers: new Map(
      found.filter((one) => isTable && numberType(one) !== null).map((one) => [one.name, decimalSign(one)]),
    ),
    plain: new Set(found.flatMap(({ name, isPlain }) => (isPlain ? [name] : []))),
    guesses: found.flatMap(({ name }) => guessWords(task, roles, columns, name, said)),
    notes: [
      ...answerWords(answers, found, "task records"),
      ...found.filter(({ name }) => isMetadata(roles, name)).flatMap(numberNotes),
    ],
  };
}

function guessWords(
  task: Task,
  roles: TaskRoles,
  columns: ReadonlySet<string>,
  name: string,
  { roles: said }: SaidTask,
) {
  const role = roles.get(name);
  if (said !== null || role === undefined || role === roleOfName(task, name, columns)) return [];
  return [`  "${name}" is taken for the ${role === "annotation" ? "annotation" : "text"}, as no name tells it`];
}

/** True for a column that becomes one key; that with the name is a map of keys. */
const isMetadata = (roles: TaskRoles, name: string): boolean => name !== "metadata" && roles.get(name) === "metadata";

/** Explains why numbers stay texts. */
function numberNotes({ name, meeting }: Column): string[] {
  if (!meeting) return [];
  const [one, other] = meeting;
  return [`  "${name}" stays a text: ${JSON.stringify(one)} and ${JSON.stringify(other)} would be the same number`];
}

function refuseTwice(roles: TaskRoles): void {
  const twice = roleTwice(roles);
  if (twice === null) return;
  const { role, columns } = twice;
  throw new StartFailure(
    `Only one column can be ${ROLE_WORDS[role] ?? role}: ${columns.map((one) => JSON.stringify(one)).join(" and ")} are said to be.`,
  );
}

const ROLE_WORDS: { readonly [role: string]: string } = {
  id: "the id",
  text: "the text",
  tokens: "the tokens",
  tags: "the tags",
  status: "the status",
  annotation_agent: "who annotated",
  prediction_agent: "who predicted",
  prediction_score: "the score",
  event_timestamp: "the time of the event",
};

/** A file without any column for the task is refused once, not line by line. */
function refuseOtherTask({ file, format }: Source, task: Task, roles: TaskRoles): void {
  const columns = [...roles.keys()];
  if (columns.length === 0 || [...roles.values()].includes(NEEDED_ROLE[task])) return;
  const other =
    roles.has("tokens") && task !== "TokenClassification" ? " For tokens say --task TokenClassification." : "";
  const names = TASK_COLUMNS[task].needed.map((column) => `"${column}"`).join(" or ");
  throw new StartFailure(
    `${file} has no column ${names}, and ${task} needs one. Its columns: ${columns.join(", ")}.${other}${format === "csv" ? " --header --names a,b,... gives columns of a table other names." : ""}`,
  );
}

const NEEDED_ROLE: { readonly [T in Task]: TaskRole } = {
  TextClassification: "input",
  TokenClassification: "tokens",
  Text2Text: "text",
};

/** True if a row says so, or if a label is a list of more than `usual`: Prodigy has lists for one choice too. */
const hasSeveral = (columns: readonly Column[], roles: TaskRoles, usual: number): boolean =>
  columns.some(({ name, values, lists, most }) => {
    const role = roles.get(name);
    if (role === "multi_label") return [...values.keys()].some((value) => /^true$/i.test(value));
    return role === "annotation" && name !== "annotations" && lists > 0 && (usual === 0 || most > usual);
  });

function fileWords(
  { rows, multiLabel, roles, sample, guesses, notes }: TaskFile,
  source: Source,
  { task, name, workspace }: { readonly task: Task; readonly name: string; readonly workspace: string },
): string[] {
  const columns = [...roles.keys()];
  const metadata = columns.filter((name) => isMetadata(roles, name));
  const derived = columns.filter((name) => DERIVED_COLUMNS.has(name) && roles.get(name) === "ignored");
  const read = columns.filter((name) => !isMetadata(roles, name) && roles.get(name) !== "ignored");
  const kind = task === "TextClassification" ? `${task}, ${multiLabel ? "several labels" : "one label"} each` : task;
  return [
    `${counted(rows, "row")} -> ${kind}: dataset "${name}" in workspace "${workspace}"`,
    ...source.words(),
    ...(read.length > 0 ? [`  read: ${read.join(", ")}`] : []),
    ...(derived.length > 0 ? [`  worked out anew: ${derived.join(", ")}`] : []),
    ...(metadata.length > 0 ? [`  as metadata: ${metadata.join(", ")}`] : []),
    ...guesses,
    ...notes,
    ...sampleWords(sample),
  ];
}

export const taskDatasetNameOf = (stem: string): string => datasetNameOf(stem, { isOfTask: true }) ?? "dataset";

/** Checked before the file is read, because reading may take long. */
export function taskDatasetName(name: string): string {
  const { pattern, max } = TASK_DATASET_NAME;
  if (pattern.test(name) && name.length <= max) return name;
  const rule = `small letters, digits, - and _, up to ${max}, and not - or _ at the beginning`;
  throw new StartFailure(`${excerpt(name)} cannot be the name of a task dataset; it may have ${rule}.`);
}
