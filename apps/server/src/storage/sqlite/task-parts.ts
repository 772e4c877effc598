import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";

/** Reads parts of task documents inside the database: whole documents are many times as long. */

/** Number of records per statement: a cancelled read stops after one statement. */
const RECORDS = 4096;

function* inParts(seqs: ArrayLike<number>): Generator<string> {
  for (let from = 0; from < seqs.length; from += RECORDS) {
    const some = Array.from({ length: Math.min(RECORDS, seqs.length - from) }, (_, index) => seqs[from + index]);
    yield JSON.stringify(some);
  }
}

/** Some parts of each record, by JSON paths, in no order; null if a record has no such part. */
export async function* partsOfRecords(
  db: Kysely<Tables>,
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
