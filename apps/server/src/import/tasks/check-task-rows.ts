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
import type { LoggedRecord } from "@postil/domain/tasks/logged-record";
import type { MetadataKind } from "@postil/domain/tasks/metadata-kinds";
import type { BadLine } from "../check-rows.ts";
import { excerpt } from "../excerpt.ts";
import type { Source } from "../read-rows.ts";
import { BadValue } from "../to-record.ts";
import { type TaskRecordInput, type TaskWishes, taskRecordOfRow } from "./task-record-of-row.ts";
import { taskRowsOf } from "./task-rows.ts";

const SCHEMAS = {
  TextClassification: LoggedTextRecords,
  TokenClassification: LoggedTokenRecords,
  Text2Text: LoggedText2TextRecords,
} as const satisfies { readonly [T in Task]: unknown };

export type CheckedTaskRows = { readonly bad: readonly BadLine[]; readonly good: number };

/** Reads all rows and writes nothing: which lines the server would refuse, and why. */
export async function findBadTaskLines(source: Source, wishes: TaskWishes): Promise<CheckedTaskRows> {
  const check = createCheck(wishes.task);
  const lineOfId = new Map<string, number>();
  const bad: BadLine[] = [];
  let good = 0;
  for await (const read of taskRowsOf(source, wishes.ignored)) {
    const fault = "fault" in read ? read.fault : faultOf(() => check(taskRecordOfRow(wishes, read.row, read.text)));
    const id = "row" in read ? (read.row.id ?? null) : null;
    const earlier = id === null ? undefined : lineOfId.get(String(id));
    if (id !== null && earlier === undefined) lineOfId.set(String(id), read.line);
    if (fault !== null) bad.push({ line: read.line, fault });
    else if (earlier !== undefined)
      bad.push({ line: read.line, fault: `id ${JSON.stringify(id)} stands on line ${earlier} already` });
    else good++;
  }
  return { bad, good };
}

/** The records of the lines that are not bad. */
export async function* goodTaskRecords(
  source: Source,
  wishes: TaskWishes,
  bad: readonly BadLine[],
): AsyncGenerator<TaskRecordInput> {
  const left = new Set(bad.map(({ line }) => line));
  for await (const read of taskRowsOf(source, wishes.ignored))
    if ("row" in read && !left.has(read.line)) yield taskRecordOfRow(wishes, read.row, read.text);
}

function faultOf(check: () => string | null): string | null {
  try {
    return check();
  } catch (error) {
    if (error instanceof BadValue) return error.message;
    throw error;
  }
}

/** What is wrong with a record, beside all that were found right before it. */
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
    // As it will be sent: the form of numbers is told there, and is none of a value's.
    const sent: unknown = JSON.parse(JSON.stringify(record));
    const read = SCHEMAS[task].safeParse({ records: [sent] }, { reportInput: true });
    if (!read.success) {
      const [error] = wireErrors(read.error.issues, "body");
      return error ? faultAt(sent, error.loc.slice(3), error.msg) : "is no record";
    }
    const [logged] = read.data.records as readonly LoggedRecord[]; // of the task
    if (!logged) return null;
    const checked = checkRecord(logged);
    return "fault" in checked ? faultAt(sent, checked.fault.at, checked.fault.says) : misfitOf(checked.record);
  };
}

/** A rule's words with their place in the record, and the value there unless they name it. */
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
