import type { RecordToFill } from "../client/fill-dataset.ts";
import { createCheck } from "./check-record.ts";
import type { ImportPlan } from "./plan.ts";
import type { Source } from "./read-rows.ts";
import { BadValue, toRecord } from "./to-record.ts";

export type BadLine = { readonly line: number; readonly fault: string };
export type CheckedRows = { readonly bad: readonly BadLine[]; readonly good: number };

/** Reads all rows once and writes nothing: which lines are bad, and why. */
export async function findBadLines(source: Source, plan: ImportPlan): Promise<CheckedRows> {
  const check = createCheck(plan.dataset);
  const lineOfId = new Map<string, number>();
  const bad: BadLine[] = [];
  let good = 0;
  for await (const read of source.rows()) {
    const { line } = read;
    const fault =
      "fault" in read ? read.fault : (rowFault(plan, read.row, check) ?? repeatedId(plan, read.row, line, lineOfId));
    if (fault === null) good++;
    else bad.push({ line, fault });
  }
  return { bad, good };
}

/** The records of the lines that are not bad. */
export async function* goodRecords(
  source: Source,
  plan: ImportPlan,
  bad: readonly BadLine[],
): AsyncGenerator<RecordToFill> {
  const left = new Set(bad.map(({ line }) => line));
  for await (const read of source.rows()) if (!left.has(read.line) && "row" in read) yield toRecord(plan, read.row);
}

type Row = Parameters<typeof toRecord>[1];

function rowFault(plan: ImportPlan, row: Row, check: (record: RecordToFill) => string | null): string | null {
  try {
    return check(toRecord(plan, row));
  } catch (error) {
    if (error instanceof BadValue) return error.message;
    throw error;
  }
}

function repeatedId({ roles }: ImportPlan, row: Row, line: number, lineOfId: Map<string, number>): string | null {
  const column = roles.find(({ role }) => role.kind === "id")?.column;
  if (column === undefined) return null;
  const id = String(row[column]);
  const earlier = lineOfId.get(id);
  if (earlier !== undefined) return `column "${column}": id ${JSON.stringify(id)} stands on line ${earlier} already`;
  lineOfId.set(id, line);
  return null;
}
