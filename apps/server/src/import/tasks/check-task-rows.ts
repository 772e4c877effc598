import { LoggedText2TextRecords, LoggedTextRecords, LoggedTokenRecords } from "@postil/contract/tasks/records";
import { refusalOf } from "@postil/contract/wire/leaf";
import type { Task } from "@postil/domain/datasets/dataset";
import { checkRecord } from "@postil/domain/tasks/check-record";
import {
  dimensionsWith,
  kindsWith,
  MOST_METADATA_KEYS,
  MOST_VECTOR_NAMES,
  metadataMisfits,
  vectorMisfits,
} from "@postil/domain/tasks/dataset-rules";
import type { LoggedRecord } from "@postil/domain/tasks/log-record";
import { cutKeys, type MetadataKind } from "@postil/domain/tasks/metadata";
import { parseWithNames } from "@postil/domain/text/json-text";
import { type CheckedRows, checkRows, type RecordReader, recordsOf, verdictsOn } from "../check-rows.ts";
import { exportedRows } from "../exported/definition.ts";
import { exportedTaskRecord } from "../exported/exported-task-record.ts";
import { decisionOf } from "../labels.ts";
import { plainRefusal } from "../plain-words.ts";
import { at, excerpt, type SoundRow, type Source } from "../row.ts";
import { createRowInRoles } from "./task-columns.ts";
import { isMembers, type TaskRecordInput, taskRecordOfRow } from "./task-record.ts";
import { type TaskWishes, taskRowsOf } from "./task-rows.ts";

const SCHEMAS = {
  TextClassification: LoggedTextRecords,
  TokenClassification: LoggedTokenRecords,
  Text2Text: LoggedText2TextRecords,
} as const satisfies { readonly [T in Task]: unknown };

export type CheckedTaskRows = CheckedRows & {
  /** How often people or models give each label to a record. */
  readonly labels: ReadonlyMap<string, number>;
  /** For each metadata key: the number of texts that are too long and are cut. */
  readonly cut: ReadonlyMap<string, number>;
};

function readerOf(source: Source, wishes: TaskWishes): RecordReader<TaskRecordInput> {
  const { task, roles } = wishes;
  const { numbers } = source;
  if (wishes.isExport)
    return { numbers, rows: () => exportedRows(source), recordOf: (read) => exportedTaskRecord(task, read) };
  const inRoles = roles && createRowInRoles(task, roles);
  const placed = ({ row, exact, ...read }: SoundRow): SoundRow =>
    inRoles === null
      ? { ...read, row, ...(exact ? { exact } : {}) }
      : { ...read, row: inRoles(row), ...(exact ? { exact: () => inRoles(exact()) } : {}) };
  return {
    numbers,
    rows: () => taskRowsOf(source, wishes),
    recordOf: (read) => taskRecordOfRow(wishes, placed(read), decisionOf(wishes.answers, read.row)),
  };
}

export const goodTaskRecords = (source: Source, wishes: TaskWishes, isBad: CheckedRows["isBad"]) =>
  recordsOf(readerOf(source, wishes), isBad);

/** Finds the lines that the server would refuse, with the reasons. */
export async function findBadTaskLines(source: Source, wishes: TaskWishes): Promise<CheckedTaskRows> {
  const { verdicts, found } = judgeTaskRows(source, wishes);
  return { ...(await checkRows(verdicts)), ...found };
}

/** The same row by row: a file may have more bad lines than fit in memory. */
export function judgeTaskRows(source: Source, wishes: TaskWishes) {
  const faultOf = createCheck(wishes.task);
  const lineOfId = new Map<string, number>();
  const labels = new Map<string, number>();
  const cut = new Map<string, number>();
  const countIn = (counts: Map<string, number>, one: string) => counts.set(one, (counts.get(one) ?? 0) + 1);
  const repeatedId = (id: unknown, line: number): string | null => {
    if (id === null || id === undefined) return null;
    const earlier = lineOfId.get(String(id));
    if (earlier !== undefined) return `id ${JSON.stringify(id)} stands ${at(source.numbers(), earlier)} already`;
    lineOfId.set(String(id), line);
    return null;
  };
  const check = (record: TaskRecordInput, { line }: SoundRow): string | null => {
    // Both are asked, because the id of a bad line counts too.
    const [fault, repeated] = [faultOf(record), repeatedId(record.id, line)];
    if (fault !== null || repeated !== null) return fault ?? repeated;
    for (const label of labelsOf(record)) countIn(labels, label);
    for (const key of isMembers(record.metadata) ? cutKeys(record.metadata) : []) countIn(cut, key);
    return null;
  };
  return { verdicts: verdictsOn(readerOf(source, wishes), check), found: { labels, cut } };
}

/** The labels of a record from its annotation and its prediction, once for each of them. */
function labelsOf({ annotation, prediction }: TaskRecordInput): string[] {
  return [annotation, prediction].flatMap((part) => {
    if (!isMembers(part)) return [];
    const items = part.labels ?? part.entities;
    const named = Array.isArray(items)
      ? items.map((one) => (isMembers(one) ? (one.class ?? one.class_label ?? one.label) : one))
      : [];
    return named.map(String);
  });
}

/** Checks a record, also against the valid records before it. Returns the error, or null. */
function createCheck(task: Task): (record: TaskRecordInput) => string | null {
  let kinds: ReadonlyMap<string, MetadataKind> = new Map();
  let dimensions: ReadonlyMap<string, number> = new Map();
  const misfitOf = (record: LoggedRecord): string | null => {
    const [misfit] = [...metadataMisfits(kinds, [record]), ...vectorMisfits(dimensions, [record])];
    if (misfit !== undefined) return misfit;
    const [allKinds, allDimensions] = [kindsWith(kinds, [record]), dimensionsWith(dimensions, [record])];
    if (allKinds.size > MOST_METADATA_KEYS)
      return `a dataset may have ${MOST_METADATA_KEYS} metadata keys, this is one more`;
    if (allDimensions.size > MOST_VECTOR_NAMES)
      return `a dataset may have ${MOST_VECTOR_NAMES} vectors, this is one more`;
    [kinds, dimensions] = [allKinds, allDimensions];
    return null;
  };
  return (record) => {
    // The record in the form in which it is sent, where every number is plain JSON.
    const sent = parseWithNames(JSON.stringify(record));
    const read = SCHEMAS[task].safeParse({ records: [sent] }, { reportInput: true });
    if (!read.success) {
      const [issue] = read.error.issues;
      if (!issue) return "is no record";
      const refusal = refusalOf(issue);
      return faultAt(sent, issue.path.slice(2), plainRefusal(refusal), refusal.msg);
    }
    const [logged] = read.data.records as readonly LoggedRecord[]; // records of the task
    if (!logged) return null;
    const checked = checkRecord(logged);
    if ("record" in checked) return misfitOf(checked.record);
    const { at, kind, says } = checked.fault;
    return faultAt(sent, at, kind ? NO_ANNOTATION : null, says);
  };
}

const NO_ANNOTATION = "needs an annotation, and the row has none";

/** A reason with its place in the record and the value; `words` are those of a rule that has no others, a sentence. */
function faultAt(record: unknown, at: readonly PropertyKey[], plain: string | null, words: string): string {
  const steps = at.filter((step) => step !== "__root__");
  const place = steps.join(".") || "record";
  let [value, around] = [record, record];
  for (const step of steps) {
    if (typeof value !== "object" || value === null) break;
    [value, around] = [(value as { readonly [key: PropertyKey]: unknown })[step], value]; // lists have members too
  }
  if (plain === null) return `${place}: ${words}${typeof value === "string" ? `, found ${excerpt(value)}` : ""}`;
  return value === undefined ? `${place} ${plain}, in ${excerpt(around)}` : `${place}: ${excerpt(value)} ${plain}`;
}
