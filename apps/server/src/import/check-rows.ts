import { isRawNumber } from "@postil/domain/text/json-numbers";
import type { RecordToFill } from "../client/fill.ts";
import { createCheck } from "./check-record.ts";
import { exportedRecord, orphanedResponses } from "./exported/exported-record.ts";
import { createMisfits, type Misfit } from "./exported/misfits.ts";
import type { ImportPlan } from "./plan.ts";
import { type ReadRow, type Row, valueIn } from "./row.ts";
import type { Source } from "./source.ts";
import { BadValue, toRecord } from "./to-record.ts";

export type BadLine = { readonly line: number; readonly fault: string };
export type CheckedRows = {
  readonly bad: readonly BadLine[];
  readonly good: number;
  /** Rows that only describe the dataset and hold no record. */
  readonly silent: number;
  /** Responses in an export whose users are deleted; they cannot be imported. */
  readonly orphans: number;
  /** The names of the users who gave the responses. */
  readonly users: ReadonlySet<string>;
  /** Used only for an export; in other files such lines are bad. */
  readonly misfits: readonly Misfit[];
};

/** Reads all rows once and writes nothing. Returns the bad lines with their reasons. */
export async function findBadLines(source: Source, plan: ImportPlan): Promise<CheckedRows> {
  const misfits = createMisfits(plan.exported ? plan.dataset.metadata : []);
  const check = createCheck(plan.exported ? { ...plan.dataset, metadata: [] } : plan.dataset);
  const lineOfId = new Map<string, number>();
  const bad: BadLine[] = [];
  let [good, silent, orphans] = [0, 0, 0];
  const users = new Set<string>();
  const look = (record: RecordToFill, line: number) => {
    for (const { user } of record.responses ?? []) users.add(user);
    misfits.look(record.metadata, line);
    return check(record);
  };
  for await (const read of rowsOf(source, plan)) {
    const { line } = read;
    const fault = "fault" in read ? read.fault : (rowFault(plan, read, look) ?? repeatedId(plan, read, lineOfId));
    if (fault === TELLS_NOTHING) silent++;
    else if (fault === null) {
      good++;
      if (plan.exported && "row" in read) orphans += orphanedResponses(read);
    } else bad.push({ line, fault });
  }
  return { bad, good, silent, orphans, users, misfits: misfits.all() };
}

/** The records of the lines that are not bad. */
export async function* goodRecords(
  source: Source,
  plan: ImportPlan,
  bad: readonly BadLine[],
): AsyncGenerator<RecordToFill> {
  const left = new Set(bad.map(({ line }) => line));
  for await (const read of rowsOf(source, plan)) {
    const record = "row" in read && !left.has(read.line) ? recordOf(plan, read) : null;
    if (record) yield record;
  }
}

const rowsOf = (source: Source, { exported }: ImportPlan) => source.rows(exported ? "exact" : "guessed");

type SoundRow = Extract<ReadRow, { readonly row: Row }>;

const recordOf = (plan: ImportPlan, read: SoundRow): RecordToFill | null =>
  plan.exported ? exportedRecord(plan.exported, read) : toRecord(plan, read);

/** A row that holds no record but is no mistake. */
const TELLS_NOTHING = Symbol("tells nothing");

type Check = (record: RecordToFill, line: number) => string | null;

function rowFault(plan: ImportPlan, read: SoundRow, check: Check) {
  try {
    const record = recordOf(plan, read);
    return record ? check(record, read.line) : TELLS_NOTHING;
  } catch (error) {
    if (error instanceof BadValue) return error.message;
    throw error;
  }
}

function repeatedId({ roles }: ImportPlan, read: SoundRow, lineOfId: Map<string, number>): string | null {
  const column = roles.find(({ role }) => role.kind === "id")?.column;
  if (column === undefined) return null;
  const value = valueIn(read.exact?.() ?? read.row, column);
  const id = isRawNumber(value) ? value.rawJSON : String(value);
  const earlier = lineOfId.get(id);
  if (earlier !== undefined) return `column "${column}": id ${JSON.stringify(id)} stands on line ${earlier} already`;
  lineOfId.set(id, read.line);
  return null;
}
