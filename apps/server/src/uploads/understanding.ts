import type { WireFileColumn, WireUnderstanding } from "@postil/contract/datasets/uploads";
import type { WireAddTarget } from "@postil/contract/feedback/merging";
import type { WireTaskAddTarget } from "@postil/contract/tasks/merging";
import type { Task } from "@postil/domain/datasets/dataset";
import { isRawNumber, parseKeepingForm } from "@postil/domain/text/json-text";
import { cellOfValue } from "@postil/domain/text/spreadsheet-cell";
import type { RecordToFill } from "../client/fill.ts";
import { type PartOfColumn, partsOfColumns } from "../import/add-plan.ts";
import { judgeRows } from "../import/check-rows.ts";
import type { Column } from "../import/columns.ts";
import { orphanWords, wordsOfMisfit } from "../import/exported/exported-record.ts";
import { NoDataset } from "../import/infer.ts";
import type { ImportPlan, Role } from "../import/plan.ts";
import { differentValues, reasonFor, unfitRoles } from "../import/reasons.ts";
import { type ReadRow, valueIn } from "../import/row.ts";
import { orFailure, StartFailure } from "../start-failure.ts";
import { addPlanOf, askedTarget, guessKind, kindOf, kindsOf, planOf, type ReadFile, saidParts } from "./file-reader.ts";
import type { Wish } from "./messages.ts";
import { pageWords, sentences } from "./page-words.ts";
import {
  countedRows,
  countsIn,
  createTried,
  cut,
  firstRows,
  type Refused,
  refusedRow,
  SHOWN_ROWS,
  without,
} from "./refused-rows.ts";
import { taskAddWarnings, understandTask } from "./task-understanding.ts";
import { roleToWire } from "./wishes.ts";

/** What a file would become, in wire names. */

const FREQUENT = 10;
/** A text is cut after so many characters: nobody reads more of a sample. */
const SHOWN_CELL = 200;
const SHOWN_TEXT = 20_000;

const UNREAD: WireUnderstanding["reading"] = {
  is_text: true,
  encoding: null,
  separator: null,
  quote: null,
  header: null,
  shape: null,
  ...{ sheet: null, sheets: [], sheet_rows: [], token_column: null, tag_column: null, token_columns: [] },
};

/** The answer for a file that cannot be read as it is said: the page keeps the controls that say otherwise. */
export const notUnderstood = ({ message }: StartFailure, file: string, isText = true): WireUnderstanding => ({
  rows: 0,
  refused: { count: 0, tried: 0, numbers: "line", rows: [] },
  format: [],
  reading: { ...UNREAD, is_text: isText },
  columns: [],
  ...{ kind: "feedback", kind_reason: "", kinds: [], task: null },
  dataset: null,
  fault: sentences(message, file),
  warnings: [],
  notes: [],
  asked: [],
  unsaid: [],
  records: [],
  people: [],
});

function readingOf(source: ReadFile["source"]): WireUnderstanding["reading"] {
  const { sheet = null, sheets = [], heights = [], tokens, ...form } = source.form();
  return {
    ...form,
    is_text: source.format !== "excel" && source.format !== "parquet",
    shape: source.shape()?.key ?? null,
    sheet,
    sheets: sheets.slice(0, MOST_SHEETS),
    sheet_rows: heights.slice(0, MOST_SHEETS).map((one) => one && { count: one.rows, is_exact: one.isExact }),
    token_column: tokens?.token ?? null,
    tag_column: tokens?.tag ?? null,
    token_columns: (tokens?.columns ?? []).slice(0, MOST_SHEETS),
  };
}
/** So many sheets, or columns of tokens, are offered. */
const MOST_SHEETS = 1000;

/** What holds of a file whatever it becomes. `toldOf`: what a column is told to become. */
function described(read: ReadFile, rows: readonly ReadRow[], toldOf: (column: Column) => Partial<WireFileColumn>) {
  const { source, columns } = read;
  return {
    ...notUnderstood(new StartFailure(""), source.file),
    format: formatOf(read),
    reading: readingOf(source),
    columns: (columns?.columns ?? []).map((column) => ({
      ...columnToWire(column, columns?.rows ?? 0, rows),
      ...{ ...NO_ROLE(column), part: null, fills: null },
      ...toldOf(column),
    })),
  };
}

export async function understandingOf(read: ReadFile, wish: Wish): Promise<WireUnderstanding> {
  const kind = kindOf(read, wish);
  const ofKind = { kind, kind_reason: guessKind(read).reason, kinds: kindsOf(read) };
  if (kind !== "feedback") return { ...(await understandingOfTask(read, wish, kind)), ...ofKind };
  const plan = orFailure(() => planOf(read, wish));
  const roles = rolesOf(plan, wish);
  const { source, columns } = read;
  if (plan instanceof StartFailure)
    return {
      ...described(read, await rowsAsRead(read), (column) => (roles.get(column.name) ?? NO_ROLE)(column)),
      ...countedRows(columns, createTried()),
      ...ofKind,
      fault: sentences(plan.message, source.file),
    };
  const first = await rowsOf(read, plan);
  return {
    ...described(read, first.read, (column) => ({
      ...(roles.get(column.name) ?? NO_ROLE)(column),
      part: partOf(plan, column.name),
    })),
    ...countedRows(columns, first.tried),
    ...ofKind,
    dataset: datasetToWire(plan, await first.tried.lost(source)),
    fault: null,
    notes: [...plan.notes, ...first.notes].map((note) => pageWords(note)),
    asked: plan.asked.filter((doubt) => !plan.unsaid.includes(doubt)).map((doubt) => pageWords(doubt)),
    unsaid: plan.unsaid.map((doubt) => pageWords(doubt)),
    records: first.records,
    people: [...plan.names].map(([name, count]) => ({ name, count })),
  };
}

/** The same for a task dataset that is there. */
export async function understandingForTask(
  read: ReadFile,
  wish: Wish,
  target: WireTaskAddTarget,
): Promise<WireUnderstanding> {
  const understood = await understandingOfTask(read, wish, target.task, target);
  const { task, columns } = understood;
  const warnings = task && !task.is_export ? taskAddWarnings(task, columns, target) : [];
  return { ...understood, kind: target.task, warnings };
}

async function understandingOfTask(
  read: ReadFile,
  wish: Wish,
  task: Task,
  target: WireTaskAddTarget | null = null,
): Promise<WireUnderstanding> {
  const { reasonOf, ...understood } = await understandTask(read, wish, task, target);
  return {
    ...described(read, await rowsAsRead(read), ({ name }) => ({ reason: reasonOf(name) })),
    ...understood,
  };
}

/** The same for a dataset that is there: what each column fills in it. */
export async function understandingForAdd(read: ReadFile, wish: Wish, into: WireAddTarget): Promise<WireUnderstanding> {
  const { source, columns } = read;
  const { plan, parts, fault } = plannedAdd(read, wish, into);
  return {
    ...described(read, await rowsAsRead(read), ({ name }) => {
      const { part: fills = null, reason = "" } = parts.get(name) ?? {};
      return { fills, reason };
    }),
    rows: columns ? columns.rows + columns.faults : 0,
    fault: fault === null ? null : sentences(fault, source.file),
    warnings: (plan?.warnings ?? []).map((warning) => pageWords(warning)),
  };
}

function plannedAdd(read: ReadFile, wish: Wish, into: WireAddTarget) {
  const partsBy = (parts: readonly PartOfColumn[]) => new Map(parts.map((part) => [part.column, part]));
  try {
    const plan = addPlanOf(read, wish, into);
    return { plan, parts: partsBy(plan.parts), fault: null };
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    const parts = read.columns ? partsOfColumns(read.columns, askedTarget(wish, into), saidParts(wish)) : [];
    return { plan: null, parts: partsBy(parts), fault: error.message };
  }
}

function formatOf({ source, exported, exportedTask }: ReadFile): string[] {
  if (exported || exportedTask) return ["An export of Postil: it says itself what the dataset is."];
  const json = source.format === "jsonl" ? ["Read as JSON: each object is a row."] : [];
  const told = source.words().map((line) => {
    const words = pageWords(line);
    return /[.!?]$/.test(words) ? words : `${words}.`;
  });
  return [...json, ...told];
}

type RoleOf = (column: Column) => Pick<WireFileColumn, "role" | "reason">;

const NO_ROLE: RoleOf = () => ({ role: { kind: "ignored" }, reason: "" });

/** What was said holds, also if it makes no dataset; the rest is as the plan has it, or would have it. */
function rolesOf(plan: ImportPlan | StartFailure, wish: Wish): ReadonlyMap<string, RoleOf> {
  const questions = plan instanceof StartFailure ? [] : plan.questions;
  const planned: readonly (readonly [string, Role])[] =
    plan instanceof StartFailure
      ? plan instanceof NoDataset
        ? [...plan.roles]
        : []
      : plan.roles.map(({ column, role }) => [column, role]);
  const roles = new Map(
    planned.map(([column, role]): [string, RoleOf] => [
      column,
      (looked) => ({ role: roleToWire(role, questions), reason: reasonFor(looked, role) }),
    ]),
  );
  if (!(plan instanceof StartFailure)) return roles;
  for (const { column, role } of wish.columns ?? []) roles.set(column, () => ({ role, reason: "as said" }));
  return roles;
}

function columnToWire(column: Column, rows: number, read: readonly ReadRow[]) {
  const frequent = [...column.values].toSorted(([, a], [, b]) => b.count - a.count).slice(0, FREQUENT);
  return {
    name: column.name,
    sample: read.flatMap((one) => ("row" in one ? [sampleOf(one, column.name)] : [])),
    different: differentValues(column),
    frequent: frequent.map(([value, { count }]) => ({ value, count })),
    unfit: [...unfitRoles(column, rows)],
  };
}

function sampleOf(read: Extract<ReadRow, { readonly row: unknown }>, column: string): string | null {
  const value = valueIn(read.exact?.() ?? read.row, column);
  return value === null ? null : cut(typeof value === "string" ? value : cellOfValue(value), SHOWN_CELL);
}

function partOf({ roles, dataset }: ImportPlan, column: string) {
  const role = roles.find((one) => one.column === column)?.role;
  if (role?.kind !== "field" && role?.kind !== "metadata" && role?.kind !== "vector") return null;
  const parts = { field: dataset.fields, metadata: dataset.metadata, vector: dataset.vectors }[role.kind];
  const part = parts.find(({ name }) => name === role.name);
  return part ? { name: part.name, title: part.title } : null;
}

type WireDataset = NonNullable<WireUnderstanding["dataset"]>;

function datasetToWire(plan: ImportPlan, lost: readonly Column[]): WireDataset {
  const { dataset, questions } = plan;
  return {
    name: dataset.name,
    fields: dataset.fields.map(({ name, title, required }) => ({ name, title, required: required === true })),
    questions: dataset.questions.map(({ name, title, description = null, required, settings }) => {
      const planned = questions.find((one) => one.question === name);
      const counts = without(planned?.counts ?? new Map(), countsIn(lost.filter(isOf(plan, name))));
      const options = optionsOf(settings).map((option) => ({ ...option, count: counts.get(option.value) ?? 0 }));
      const column = planned?.column ?? null;
      const [field, may_overlap] =
        settings.type === "span" ? [settings.field, settings.allow_overlapping === true] : [null, false];
      const { type } = settings;
      return { name, title, column, type, field, may_overlap, description, required: required === true, options };
    }),
    metadata: dataset.metadata.map(({ name, title, settings, visible_for_annotators }) => ({
      name,
      title,
      type: settings.type,
      visible_for_annotators: visible_for_annotators !== false,
    })),
    vectors: dataset.vectors.map(({ name, title, dimensions }) => ({ name, title, dimensions })),
  };
}

/** True for the columns whose values are options of the question. */
const isOf =
  ({ roles }: ImportPlan, question: string) =>
  ({ name }: Column): boolean =>
    roles.some(({ column, role }) => column === name && "question" in role && role.question === question);

type Settings = ImportPlan["dataset"]["questions"][number]["settings"];

function optionsOf(settings: Settings): { readonly value: string; readonly text: string }[] {
  if (!("options" in settings)) return [];
  return settings.options.map((option) => {
    const value = String(option.value);
    return { value, text: "text" in option ? option.text : value };
  });
}

async function rowsAsRead({ source }: ReadFile): Promise<readonly ReadRow[]> {
  const read: ReadRow[] = [];
  for await (const row of source.rows()) {
    read.push(row);
    if (read.length === SHOWN_ROWS) break;
  }
  return read;
}

/** What the page says about an export changes none of its rows. */
const exports = new WeakMap<ReadFile, ReturnType<typeof firstRowsOf>>();

function rowsOf(file: ReadFile, plan: ImportPlan): ReturnType<typeof firstRowsOf> {
  const known = exports.get(file);
  if (known) return known;
  const rows = firstRowsOf(file, plan);
  if (file.exported) exports.set(file, rows);
  return rows;
}

async function firstRowsOf({ source, exported }: ReadFile, plan: ImportPlan) {
  const { verdicts, found } = judgeRows(source, plan);
  const first = await firstRows(verdicts, exported !== null, recordToWire);
  const { misfits, orphans } = found();
  return { ...first, notes: [...misfits.map(wordsOfMisfit), ...orphanWords(orphans)] };
}

type Judged = Omit<Refused, "fault"> & {
  readonly fault: Refused["fault"] | null;
  readonly record: RecordToFill | null;
};

export function recordToWire({ read, fault, cell, record }: Judged): WireUnderstanding["records"][number] {
  return {
    line: read.line,
    refused: fault ? refusedRow({ fault, cell }) : null,
    fields: mapped(record?.fields ?? {}, (text) => (text === null ? null : cut(text, SHOWN_TEXT))),
    metadata: mapped(shownMetadata(record), (value) => {
      const text = JSON.stringify(value) ?? "";
      return text.length > SHOWN_TEXT ? cut(text, SHOWN_TEXT) : value;
    }),
    suggestions: (record?.suggestions ?? []).map(({ question, value, agent = null, score = null }) => ({
      question,
      value,
      agent,
      score,
    })),
    answers: (record?.responses ?? []).flatMap(({ user, status, values }) =>
      Object.entries(values ?? {}).map(([question, { value }]) => ({ question, value, person: user, status })),
    ),
  };
}

/** A number that a JavaScript number cannot hold is shown as the text that it is in the file. */
function shownMetadata(record: RecordToFill | null): { readonly [name: string]: unknown } {
  const { metadata = null, metadataText } = record ?? {};
  if (metadata === null || metadataText === undefined) return metadata ?? {};
  const written = Object.entries(parseKeepingForm(metadataText) as object); // as the record has it
  const numbers = written.flatMap(([name, value]) => (isRawNumber(value) ? [[name, value.rawJSON] as const] : []));
  return Object.fromEntries([...Object.entries(metadata), ...numbers]);
}

const mapped = <V, W>(values: { readonly [name: string]: V }, change: (value: V) => W): { [name: string]: W } =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
