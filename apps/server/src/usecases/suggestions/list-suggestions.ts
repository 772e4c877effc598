import type { Suggestion } from "@postil/domain/records/record";
import { suggestionFromRow } from "../../storage/record-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadRecordForMember } from "../records/load-record.ts";

/** The suggestions of a record, oldest first (contract api-v1 row 43, ROL-09). */
export async function listSuggestions(context: Context, { recordId }: { recordId: string }): Promise<Suggestion[]> {
  const record = await loadRecordForMember(context, recordId);
  const rows = await context.db
    .selectFrom("suggestion")
    .innerJoin("question", "question.key", "suggestion.question_key")
    .selectAll("suggestion")
    .select("question.id as question_id")
    .where("dataset_key", "=", record.dataset_key)
    .where("seq", "=", record.seq)
    .orderBy("suggestion.inserted_at")
    .execute();
  return rows.map((row) => suggestionFromRow(row, row.question_id));
}
