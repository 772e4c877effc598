import type { Suggestion } from "@postil/domain/records/record";
import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../../storage/audit.ts";
import { suggestionFromRow } from "../../storage/record-rows.ts";
import type { Context } from "../../storage/store.ts";
import { removeSuggestions } from "../../storage/suggestion-writes.ts";
import { namesOfDataset } from "../datasets/names-of-dataset.ts";
import { mindImport } from "../imports/mind-import.ts";
import { requireManager } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";

/** Deletes one suggestion and returns it (contract api-v1 row 46, ROL-10). */
export async function deleteSuggestion(context: Context, input: { suggestionId: string }): Promise<Suggestion> {
  const caller = requireCaller(context);
  const { db } = context;
  const row = await db
    .selectFrom("suggestion")
    .innerJoin("dataset", "dataset.key", "suggestion.dataset_key")
    .innerJoin("question", "question.key", "suggestion.question_key")
    .selectAll("suggestion")
    .select(["dataset.workspace_id", "dataset.import_id", "question.id as question_id"])
    .where("suggestion.id", "=", input.suggestionId)
    .executeTakeFirst();
  const missing = () => new Refusal("not_found", `Suggestion with id \`${input.suggestionId}\` not found`);
  if (!row) throw missing();
  mindImport(context, row, missing);
  requireManager(caller, row.workspace_id);
  await removeSuggestions(db, [row]);
  const told = { ...(await namesOfDataset(context, row.dataset_key)), suggestions: 1 };
  await noteAudit(context, { kind: "suggestions_deleted", told });
  return suggestionFromRow(row, row.question_id);
}
