import type { TaskRole } from "@postil/contract/datasets/upload-wish";
import type { WireTaskPlan, WireUnderstanding } from "@postil/contract/datasets/uploads";
import type { WireTaskAddTarget } from "@postil/contract/tasks/merging";
import type { Task } from "@postil/domain/datasets/dataset";
import { LONGEST_TEXT } from "@postil/domain/tasks/metadata";
import { isRawNumber } from "@postil/domain/text/json-text";
import { differences, idWords } from "../import/add-plan.ts";
import { LABEL_NAMES } from "../import/classify.ts";
import type { Column } from "../import/columns.ts";
import { labelDoubts } from "../import/labels.ts";
import { isTags } from "../import/spans.ts";
import { judgeTaskRows } from "../import/tasks/check-task-rows.ts";
import {
  guessTaskRoles,
  lastRoles,
  newInputWords,
  partRoles,
  roleOfName,
  rolesInto,
  unfitTaskRoles,
  withSaid,
} from "../import/tasks/task-columns.ts";
import type { TaskRecordInput } from "../import/tasks/task-record.ts";
import type { TaskRoles } from "../import/tasks/task-rows.ts";
import { orFailure, StartFailure } from "../start-failure.ts";
import { type ReadFile, taskAddPlanOf, taskPlanOf } from "./file-reader.ts";
import type { RefusedRow, Wish } from "./messages.ts";
import { pageWords, sentences } from "./page-words.ts";
import { countedRows, countsIn, createTried, cut, firstRows, refusedRow, without } from "./refused-rows.ts";

/** What a file would become as a dataset of a task, in wire names. */

/** A text of a record is cut after so many characters, and a list after so many members. */
const SHOWN_TEXT = 20_000;
const SHOWN_MEMBERS = 2000;

type Understood = Pick<WireUnderstanding, "rows" | "refused" | "task" | "fault" | "notes" | "asked"> & {
  /** Of a column: why it has its role. */
  readonly reasonOf: (column: string) => string;
};

/** `target`: the dataset that is there, if it makes no new one. */
export async function understandTask(
  read: ReadFile,
  wish: Wish,
  task: Task,
  target: WireTaskAddTarget | null = null,
): Promise<Understood> {
  const plan = orFailure(() => (target ? taskAddPlanOf(read, wish, target) : taskPlanOf(read, wish, task)));
  const columns = read.columns?.columns ?? [];
  const reason = createReasons(columns, task, wish, target);
  if (plan instanceof StartFailure) return notPlanned(read, wish, { task, target, reason }, plan);
  const { verdicts } = judgeTaskRows(read.source, plan.wishes);
  const { tried, records } = await firstRows(verdicts, plan.wishes.isExport === true, ({ read, fault, cell, record }) =>
    shownTaskRecord(read.line, fault && refusedRow({ fault, cell }), record),
  );
  const lost = await tried.lost(read.source);
  const found = plan.wishes.isExport ? countsOfSettings(read) : countsOf(columns, plan.roles, task);
  const counts = without(found, countsOf(lost, plan.roles, task));
  const added = (wish.task?.labels ?? []).filter((label) => !counts.has(label));
  const asked =
    task === "Text2Text" || plan.wishes.isExport || wish.as_written || target
      ? []
      : labelDoubts("The file", counts, wish.reading?.missing ?? null);
  return {
    ...countedRows(read.columns, tried),
    task: {
      name: plan.dataset.name,
      task,
      agent: plan.wishes.agent,
      several: plan.wishes.multiLabel,
      columns: columnsToWire(columns, plan.roles, task),
      labels: [
        ...sortedLabels(counts.keys()).map((value) => ({ value, count: counts.get(value) ?? 0 })),
        ...added.map((value) => ({ value, count: 0 })),
      ],
      is_export: plan.wishes.isExport === true,
      records,
    },
    fault: null,
    notes: [...plan.notes, ...cutNotes(columns, plan.roles)].map((note) => pageWords(note)),
    asked: asked.map((doubt) => pageWords(doubt)),
    reasonOf: (column) => reason(plan.roles, column),
  };
}

/** The server keeps the end of a longer text of metadata. */
const cutNotes = (columns: readonly Column[], roles: TaskRoles): string[] =>
  columns.flatMap(({ name, longest }) =>
    roles.get(name) === "metadata" && name !== "metadata" && longest > LONGEST_TEXT
      ? [
          `"${name}" has texts of more than ${LONGEST_TEXT} characters, of which the last ${LONGEST_TEXT} are kept; --ignore leaves a column out`,
        ]
      : [],
  );

/** What was said holds, also if it makes no dataset. */
function notPlanned(
  read: ReadFile,
  wish: Wish,
  { task, target, reason }: { task: Task; target: WireTaskAddTarget | null; reason: ReasonOf },
  { message }: StartFailure,
): Understood {
  const columns = read.columns?.columns ?? [];
  const said = new Map((wish.task?.columns ?? []).map(({ column, role }) => [column, role]));
  const known = target ? rolesInto(target, { roles: said, anew: wish.into?.anew ?? false }) : said;
  const roles = withSaid(guessTaskRoles(task, columns, LABEL_NAMES), known);
  const fault = sentences(message, read.source.file);
  const about = { name: "", task, agent: "import", several: false, labels: [], records: [], is_export: false };
  return {
    ...countedRows(read.columns, createTried()),
    task: columns.length === 0 ? null : { ...about, columns: columnsToWire(columns, roles, task) },
    ...{ fault, notes: [], asked: [] },
    reasonOf: (column) => reason(roles, column),
  };
}

const columnsToWire = (columns: readonly Column[], roles: TaskRoles, task: Task): WireTaskPlan["columns"] =>
  columns.map((column) => ({
    column: column.name,
    role: roles.get(column.name) ?? "metadata",
    unfit: unfitTaskRoles(task, column),
  }));

/** As they stand in the schema. */
export const sortedLabels = (labels: Iterable<string>): string[] =>
  [...labels].toSorted((a, b) => a.localeCompare(b, "en"));

/** The labels that the values of the columns tell; the import itself counts them record by record. */
function countsOf(columns: readonly Column[], roles: TaskRoles, task: Task): ReadonlyMap<string, number> {
  if (task === "Text2Text") return new Map();
  return countsIn(
    columns.filter((column) => {
      const role = roles.get(column.name);
      return role === "annotation" || role === "prediction" || (role === "tags" && isTags(column));
    }),
  );
}

const countsOfSettings = ({ exportedTask }: ReadFile): ReadonlyMap<string, number> =>
  new Map((exportedTask?.settings?.label_schema?.labels ?? []).map(({ name }) => [name, 0]));

const NAMED = 5;

/** What a person should know before a file is tried for a dataset that is there (IMP-70). */
export function taskAddWarnings(
  { columns, labels }: WireTaskPlan,
  found: readonly { readonly name: string }[],
  target: WireTaskAddTarget,
): string[] {
  const schema = target.labels && new Set(target.labels);
  const strangers = schema ? labels.filter(({ value, count }) => count > 0 && !schema.has(value)) : [];
  const named = strangers.slice(0, NAMED).map(({ value }) => JSON.stringify(value));
  const more = strangers.length - named.length;
  return [
    ...(strangers.length === 0
      ? []
      : [
          `The dataset has no label ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}: such rows are refused. Add labels in its settings first.`,
        ]),
    ...newInputWords(
      columns.map(({ column, role }) => [column, role]),
      target,
    ),
    ...idWords(columns.some(({ role }) => role === "id")),
    ...differences(found, target),
  ];
}

type ReasonOf = (roles: TaskRoles, column: string) => string;

function createReasons(columns: readonly Column[], task: Task, wish: Wish, target: WireTaskAddTarget | null): ReasonOf {
  const said = new Set((wish.task?.columns ?? []).map(({ column }) => column));
  const last: TaskRoles = target && !wish.into?.anew ? lastRoles(target) : new Map();
  const parts: TaskRoles = target ? partRoles(target) : new Map();
  const names = new Set(columns.map((column) => column.name));
  return (roles, name) => {
    const role = roles.get(name) ?? "metadata";
    if (said.has(name)) return "as said";
    if (last.has(name)) return "as last time";
    if (role === "metadata") return "kept with the record, to filter and sort by";
    const isByName = parts.get(name) === role || role === roleOfName(task, name, names);
    return `${ROLES[role]}, by its ${isByName ? "name" : "values"}`;
  };
}

const ROLES: { readonly [R in TaskRole]: string } = {
  input: "a text to classify",
  text: "the text",
  tokens: "the tokens of the text",
  annotation: "what people said",
  tags: "a tag for each token",
  annotation_agent: "who annotated",
  prediction: "what a model said",
  prediction_score: "how sure the model is",
  prediction_agent: "which model predicted",
  id: "the id of the record",
  status: "the status of the record",
  event_timestamp: "when it happened",
  metadata: "kept with the record",
  vector: "a vector",
  explanation: "why a model said it",
  multi_label: "how many labels a record can have",
  ignored: "worked out anew",
};

export const shownTaskRecord = (
  line: number,
  refused: RefusedRow | null,
  record: TaskRecordInput | null,
): WireTaskPlan["records"][number] => ({
  line,
  refused: refused && [refused.column, refused.reason].filter(Boolean).join(": "),
  record: record && (shownValue(record) as { [name: string]: unknown }), // an object stays one
});

/** A number that a JavaScript number cannot hold is shown as the text that it is in the file. */
function shownValue(value: unknown): unknown {
  if (typeof value === "string") return cut(value, SHOWN_TEXT);
  if (isRawNumber(value)) return value.rawJSON;
  if (Array.isArray(value)) return value.slice(0, SHOWN_MEMBERS).map(shownValue);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).slice(0, SHOWN_MEMBERS);
  return Object.fromEntries(members.map(([name, member]) => [name, shownValue(member)]));
}
