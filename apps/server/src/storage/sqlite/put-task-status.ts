import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";

/** Writes a status into the documents of records where they lie: all else in them stays as it was written. */
export async function putTaskStatus(
  db: Kysely<Tables>,
  datasetKey: number,
  seqs: readonly number[],
  status: string,
): Promise<void> {
  await sql`
    update task_record set document = json_set(document, '$.status', ${status})
    where dataset_key = ${datasetKey} and seq in (${sql.join(seqs)})`.execute(db);
}
