import type { SQLOutputValue } from "node:sqlite";
import { asFloat, parseWithNames } from "@postil/domain/text/json-text";
import { sql } from "kysely";
import type { Db, Seqs } from "../tables.ts";
import { valuesIn } from "../value-sources.ts";

/** `valuesIn` for SQL: takes a JSON document, and returns a JSON list. */
export function documentValues(
  document: SQLOutputValue,
  path: SQLOutputValue,
  below: SQLOutputValue,
  single: SQLOutputValue,
): string {
  const found = valuesIn(parseWithNames(String(document)), String(path), below === 1, single === 1);
  // SQL reads whole numbers beyond 2^53 as integers, which do not fit into the numbers here.
  return JSON.stringify(
    found.map((one) => (typeof one === "number" && !Number.isSafeInteger(one) ? asFloat(one) : one)),
  );
}

/** Number of records per statement: a cancelled read stops after one statement. */
const RECORDS = 4096;

function* inParts(seqs: ArrayLike<number>): Generator<string> {
  for (let from = 0; from < seqs.length; from += RECORDS) {
    const some = Array.from({ length: Math.min(RECORDS, seqs.length - from) }, (_, index) => seqs[from + index]);
    yield JSON.stringify(some);
  }
}

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

export async function putTaskStatus(db: Db, datasetKey: number, seqs: Seqs, status: string): Promise<void> {
  await sql`
    update task_record set document = json_set(document, '$.status', ${status})
    where dataset_key = ${datasetKey} and seq in (${sql.join(seqs)})`.execute(db);
}
