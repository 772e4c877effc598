import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";

/** Writes a status into stored documents in place: the rest of each document does not change. */
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
