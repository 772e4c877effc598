import { LoggedText2TextRecords, LoggedTextRecords, LoggedTokenRecords } from "@postil/contract/inputs/task-records";
import { wireErrors } from "@postil/contract/wire/errors";
import type { Task } from "@postil/domain/datasets/dataset-links";
import { checkRecord } from "@postil/domain/tasks/check-record";
import {
  dimensionsWith,
  kindsWith,
  MOST_METADATA_KEYS,
  MOST_VECTOR_NAMES,
  metadataMisfits,
  vectorMisfits,
} from "@postil/domain/tasks/dataset-rules";
import { cutKeys } from "@postil/domain/tasks/flat-metadata";
import type { LoggedRecord } from "@postil/domain/tasks/logged-record";
import type { MetadataKind } from "@postil/domain/tasks/metadata-kinds";
import { parseWithNames } from "@postil/domain/text/json-names";
import type { BadLine } from "../check-rows.ts";
import { excerpt } from "../excerpt.ts";
import { exportedTaskRecord } from "../exported/exported-task-record.ts";
import type { ReadRow, Row } from "../row.ts";
import type { Source } from "../source.ts";
import { BadValue } from "../to-record.ts";
import { isMembers } from "./annotation-part-of-cell.ts";
import { type TaskRecordInput, type TaskWishes, taskRecordOfRow } from "./task-record-of-row.ts";
import { taskRowsOf } from "./task-rows.ts";

const SCHEMAS = {
  TextClassification: LoggedTextRecords,
  TokenClassification: LoggedTokenRecords,
  Text2Text: LoggedText2TextRecords,
} as const satisfies { readonly [T in Task]: unknown };

export type CheckedTaskRows = {
  readonly bad: readonly BadLine[];
  readonly good: number;
  /** Rows that only describe the dataset. */
  readonly silent: number;
  /** How often people or models give each label to a record. */
  readonly labels: ReadonlyMap<string, number>;
  /** For each metadata key: the number of texts that are too long and are cut. */
  readonly cut: ReadonlyMap<string, number>;
};

/** Reads all rows and writes nothing. Returns the lines that the server would refuse, with the reasons. */
export async function findBadTaskLines(source: Source, wishes: TaskWishes): Promise<CheckedTaskRows> {
  const check = createCheck(wishes.task);
  const lineOfId = new Map<string, number>();
  const bad: BadLine[] = [];
  let [good, silent] = [0, 0];
  const labels = new Map<string, number>();
  const cut = new Map<string, number>();
  const count = (record: TaskRecordInput) => {
    good++;
    for (const label of labelsOf(record)) labels.set(label, (labels.get(label) ?? 0) + 1);
    const keys = isMembers(record.metadata) ? cutKeys(record.metadata) : [];
    for (const key of keys) cut.set(key, (cut.get(key) ?? 0) + 1);
  };
  const look = (record: TaskRecordInput, line: number): string | null => {
    const fault = check(record);
    const { id = null } = record;
    if (id === null) return fault;
    const earlier = lineOfId.get(String(id));
    if (earlier === undefined) lineOfId.set(String(id), line);
    return fault ?? (earlier === undefined ? null : `id ${JSON.stringify(id)} stands on line ${earlier} already`);
  };
  for await (const read of rowsOf(source, wishes)) {
    const { line } = read;
    const found = "fault" in read ? read : readRecord(wishes, read);
    if (found === null) silent++;
    else if ("fault" in found) bad.push({ line, fault: found.fault });
    else {
      const fault = look(found.record, line);
      if (fault === null) count(found.record);
      else bad.push({ line, fault });
    }
  }
  return { bad, good, silent, labels, cut };
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

/** The records of the lines that are not bad. */
export async function* goodTaskRecords(
  source: Source,
  wishes: TaskWishes,
  bad: readonly BadLine[],
): AsyncGenerator<TaskRecordInput> {
  const left = new Set(bad.map(({ line }) => line));
  for await (const read of rowsOf(source, wishes)) {
    if ("fault" in read || left.has(read.line)) continue;
    const found = readRecord(wishes, read);
    if (found !== null && "record" in found) yield found.record;
  }
}

const rowsOf = (source: Source, wishes: TaskWishes): AsyncGenerator<ReadRow> =>
  wishes.isExport ? source.rows("exact") : taskRowsOf(source, wishes);

type Found = { readonly record: TaskRecordInput } | { readonly fault: string };

/** Null means that the row only describes the dataset. */
function readRecord(wishes: TaskWishes, read: Extract<ReadRow, { row: Row }>): Found | null {
  try {
    if (!wishes.isExport) return { record: taskRecordOfRow(wishes, read) };
    const record = exportedTaskRecord(wishes.task, read);
    return record && { record };
  } catch (error) {
    if (error instanceof BadValue) return { fault: error.message };
    throw error;
  }
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
      const [error] = wireErrors(read.error.issues, "body");
      return error ? faultAt(sent, error.loc.slice(3), error.msg) : "is no record";
    }
    const [logged] = read.data.records as readonly LoggedRecord[]; // records of the task
    if (!logged) return null;
    const checked = checkRecord(logged);
    return "fault" in checked ? faultAt(sent, checked.fault.at, checked.fault.says) : misfitOf(checked.record);
  };
}

/** The message of a rule with its place in the record. The value is added, unless the message already names it. */
function faultAt(record: unknown, at: readonly (string | number)[], says: string): string {
  const steps = at.filter((step) => step !== "__root__");
  const place = steps.join(".") || "record";
  let [value, around] = [record, record];
  for (const step of steps) {
    if (typeof value !== "object" || value === null) break;
    [value, around] = [(value as { readonly [key: string | number]: unknown })[step], value]; // lists have members too
  }
  if (value === undefined) return `${place}: ${says}, in ${excerpt(around)}`;
  const isNamed = says.includes("found ") || (typeof value === "string" && says.includes(`'${value}'`));
  return `${place}: ${says}${isNamed ? "" : `, found ${excerpt(value)}`}`;
}
