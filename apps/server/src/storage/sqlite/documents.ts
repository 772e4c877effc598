import type { SQLOutputValue } from "node:sqlite";
import { parseWithNames } from "@postil/domain/text/json-text";
import { inSinglePrecision } from "@postil/domain/text/whole-numbers";
import { sql } from "kysely";
import type { Db, Seqs } from "../tables.ts";

/**
 * For SQL: the values at a path in a JSON document, as a JSON list. The names in the path are separated by dots, and lists on
 * the way are searched too. Names may contain dots themselves. `below`: returns 1 if there is anything at the path or below.
 * `single`: numbers in single precision.
 */
export function documentValues(
  document: SQLOutputValue,
  path: SQLOutputValue,
  below: SQLOutputValue,
  single: SQLOutputValue,
): string {
  return JSON.stringify(valuesIn(parseWithNames(String(document)), String(path), below === 1, single === 1));
}

/** The same for a parsed document. */
export function valuesIn(document: unknown, path: string, below: boolean, single: boolean): readonly unknown[] {
  const found: unknown[] = [];
  collect(document, path, below, found);
  return single ? found.map((one) => (typeof one === "number" ? inSinglePrecision(one) : one)) : found;
}

function collect(value: unknown, path: string, below: boolean, found: unknown[]): void {
  if (below && found.length > 0) return;
  if (Array.isArray(value)) for (const one of value) collect(one, path, below, found);
  else if (path === "" && below) found.push(1);
  else if (typeof value === "object" && value !== null) collectIn(value, path, below, found);
  else if (path === "" && value !== null) found.push(typeof value === "boolean" ? String(value) : value);
}

function collectIn(members: object, path: string, below: boolean, found: unknown[]): void {
  for (const [name, value] of Object.entries(members)) {
    if (path === name || (below && name.startsWith(`${path}.`))) collect(value, "", below, found);
    else if (path.startsWith(`${name}.`)) collect(value, path.slice(name.length + 1), below, found);
  }
}

/** Number of records per statement: a cancelled read stops after one statement. */
const RECORDS = 4096;

function* inParts(seqs: ArrayLike<number>): Generator<string> {
  for (let from = 0; from < seqs.length; from += RECORDS) {
    const some = Array.from({ length: Math.min(RECORDS, seqs.length - from) }, (_, index) => seqs[from + index]);
    yield JSON.stringify(some);
  }
}

/** Some parts of each record, by JSON paths, in no order; null if it has no such part. Whole documents are longer. */
export async function* partsOfRecords(
  db: Db,
  datasetKey: number,
  seqs: ArrayLike<number>,
  paths: readonly string[],
): AsyncGenerator<readonly unknown[]> {
  const parts = sql.join(paths.map((path) => sql`r.document -> ${path}`));
  for (const some of inParts(seqs)) {
    const { rows } = await sql<{ parts: string }>`
      select json_array(${parts}) as parts from task_record as r indexed by task_record_seq
      where r.dataset_key = ${datasetKey} and r.seq in (select value from json_each(${some}))`.execute(db);
    for (const row of rows) yield JSON.parse(row.parts);
  }
}

/** Writes a status into stored documents in place: the rest of each document does not change. */
export async function putTaskStatus(db: Db, datasetKey: number, seqs: Seqs, status: string): Promise<void> {
  await sql`
    update task_record set document = json_set(document, '$.status', ${status})
    where dataset_key = ${datasetKey} and seq in (${sql.join(seqs)})`.execute(db);
}
