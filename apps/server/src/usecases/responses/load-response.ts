import { mayChangeResponse } from "@postil/domain/accounts/policies";
import { Refusal } from "@postil/domain/refusal";
import type { ResponseRow } from "../../storage/record-rows.ts";
import { responsesTo } from "../../storage/response-writes.ts";
import type { Context } from "../../storage/store.ts";
import { mindImport } from "../imports/mind-import.ts";
import { findRecord, type LoadedRecord } from "../records/load-record.ts";
import { forbidden } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";

export type LoadedResponse = {
  readonly row: ResponseRow;
  readonly record: LoadedRecord;
  /** Everybody's responses to the record. */
  readonly standing: readonly ResponseRow[];
  /** Null: the user is deleted. */
  readonly userId: string | null;
};

/** A response the caller may change or delete (FRS-11): 404 before 403. */
export async function loadResponse(context: Context, responseId: string): Promise<LoadedResponse> {
  const caller = requireCaller(context);
  const { db } = context;
  const found = await db
    .selectFrom("response")
    .innerJoin("record", (join) =>
      join.onRef("record.dataset_key", "=", "response.dataset_key").onRef("record.seq", "=", "response.seq"),
    )
    .innerJoin("user", "user.key", "response.user_key")
    .select(["record.id as recordId", "user.id as userId", "user.deleted_at as deletedAt"])
    .where("response.id", "=", responseId)
    .executeTakeFirst();
  const record = found && (await findRecord(context, found.recordId));
  const missing = () => new Refusal("not_found", `Response with id \`${responseId}\` not found`);
  if (!record) throw missing();
  mindImport(context, record, missing);
  const userId = found.deletedAt === null ? found.userId : null;
  if (!mayChangeResponse(caller, record.workspace_id, userId)) throw forbidden();
  const standing = (await responsesTo(db, record.dataset_key, [record.seq])).get(record.seq) ?? [];
  const row = standing.find((candidate) => candidate.id === responseId);
  if (!row) throw new Error(`The response ${responseId} is not among those of its record.`);
  return { row, record, standing, userId };
}
