import type { TaskRole, WireTaskPlan } from "@postil/contract/datasets/upload-tasks";
import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import type { Task } from "@postil/domain/datasets/dataset";
import { LONGEST_TEXT } from "@postil/domain/tasks/metadata";
import { isRawNumber } from "@postil/domain/text/json-text";
import { LABEL_NAMES } from "../import/classify.ts";
import type { Column } from "../import/columns.ts";
import { labelDoubts } from "../import/labels.ts";
import { isTags, spanLabels } from "../import/spans.ts";
import { judgeTaskRows } from "../import/tasks/check-task-rows.ts";
import type { TaskPlan } from "../import/tasks/plan-task.ts";
import { guessTaskRoles, roleOfName, unfitTaskRoles } from "../import/tasks/task-columns.ts";
import type { TaskRoles } from "../import/tasks/task-rows.ts";
import { StartFailure } from "../start-failure.ts";
import type { ReadFile } from "./file-reader.ts";
import type { Wish } from "./messages.ts";
import { pageWords, sentences } from "./page-words.ts";
import { cut, refusedRow } from "./refused-rows.ts";
import { taskPlanOf } from "./task-file.ts";

/** What a file would become as a dataset of a task, in wire names. */

const SHOWN_ROWS = 5;
/** A text of a record is cut after so many characters, and a list after so many members. */
const SHOWN_TEXT = 20_000;
const SHOWN_MEMBERS = 2000;
/** All shown records together, characters. */
const SHOWN_ALL = 4 * 2 ** 20;

type Understood = Pick<WireUnderstanding, "rows" | "task" | "fault" | "notes" | "asked"> & {
  /** Of a column: why it has its role. */
  readonly reasonOf: (column: string) => string;
};

export async function understandTask(read: ReadFile, wish: Wish, task: Task): Promise<Understood> {
  const plan = planned(read, wish, task);
  if (plan instanceof StartFailure) return notPlanned(read, wish, task, plan);
  const columns = read.columns?.columns ?? [];
  const { rows, records, isAll } = await firstRecords(read, plan);
  const counts = plan.wishes.isExport ? countsOfSettings(read) : countsOf(columns, plan.roles, task);
  const added = (wish.task?.labels ?? []).filter((label) => !counts.has(label));
  const asked =
    task === "Text2Text" || plan.wishes.isExport || wish.as_written
      ? []
      : labelDoubts("The file", counts, wish.reading?.missing ?? null);
  return {
    rows: read.columns?.rows ?? (isAll ? rows : 0),
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
    reasonOf: (column) => reasonOf(plan.roles, column, columns, task, wish),
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
function notPlanned(read: ReadFile, wish: Wish, task: Task, { message }: StartFailure): Understood {
  const columns = read.columns?.columns ?? [];
  const said = new Map((wish.task?.columns ?? []).map(({ column, role }) => [column, role]));
  const roles = new Map(
    [...guessTaskRoles(task, columns, LABEL_NAMES)].map(([name, role]) => [name, said.get(name) ?? role]),
  );
  const fault = sentences(message, read.source.file);
  const about = { name: "", task, agent: "import", several: false, labels: [], records: [], is_export: false };
  return {
    rows: read.columns?.rows ?? 0,
    task: columns.length === 0 ? null : { ...about, columns: columnsToWire(columns, roles, task) },
    ...{ fault, notes: [], asked: [] },
    reasonOf: (column) => reasonOf(roles, column, columns, task, wish),
  };
}

function planned(read: ReadFile, wish: Wish, task: Task): TaskPlan | StartFailure {
  try {
    return taskPlanOf(read, wish, task);
  } catch (error) {
    if (error instanceof StartFailure) return error;
    throw error;
  }
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
  const counts = new Map<string, number>();
  if (task === "Text2Text") return counts;
  for (const column of columns) {
    const role = roles.get(column.name);
    if (role !== "annotation" && role !== "prediction" && role !== "tags") continue;
    if (role === "tags" && !isTags(column)) continue;
    for (const [label, count] of spanLabels(column)) counts.set(label, (counts.get(label) ?? 0) + count);
  }
  return counts;
}

const countsOfSettings = ({ exportedTask }: ReadFile): ReadonlyMap<string, number> =>
  new Map((exportedTask?.settings?.label_schema?.labels ?? []).map(({ name }) => [name, 0]));

function reasonOf(roles: TaskRoles, name: string, columns: readonly Column[], task: Task, wish: Wish): string {
  const role = roles.get(name) ?? "metadata";
  if (wish.task?.columns?.some(({ column }) => column === name)) return "as said";
  const names = new Set(columns.map((column) => column.name));
  if (role === "metadata") return "kept with the record, to filter and sort by";
  return `${ROLES[role]}, by its ${role === roleOfName(task, name, names) ? "name" : "values"}`;
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

async function firstRecords({ source }: ReadFile, { wishes }: TaskPlan) {
  const records: WireTaskPlan["records"] = [];
  let [rows, characters, isAll] = [0, 0, true];
  for await (const { isSilent, fault, cell, record, read } of judgeTaskRows(source, wishes).verdicts) {
    if (isSilent) continue;
    rows++;
    if (rows > SHOWN_ROWS) {
      if (wishes.isExport) continue;
      isAll = false;
      break;
    }
    const shown = record === null ? null : (shownValue(record) as { [name: string]: unknown }); // an object stays one
    characters += JSON.stringify(shown).length;
    if (characters > SHOWN_ALL) continue;
    const refused = fault && refusedRow({ fault, cell });
    records.push({
      line: read.line,
      refused: refused && [refused.column, refused.reason].filter(Boolean).join(": "),
      record: shown,
    });
  }
  return { rows, records, isAll };
}

/** A number that a JavaScript number cannot hold is shown as the text that it is in the file. */
function shownValue(value: unknown): unknown {
  if (typeof value === "string") return cut(value, SHOWN_TEXT);
  if (isRawNumber(value)) return value.rawJSON;
  if (Array.isArray(value)) return value.slice(0, SHOWN_MEMBERS).map(shownValue);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).slice(0, SHOWN_MEMBERS);
  return Object.fromEntries(members.map(([name, member]) => [name, shownValue(member)]));
}
