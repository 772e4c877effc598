import type { Question } from "@postil/domain/datasets/question";
import { Refusal } from "@postil/domain/refusal";
import { questionFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { noteSettingDeleted } from "../datasets/note-setting-deleted.ts";
import { loadQuestionForManager } from "./load-question.ts";

/** Takes a question out of a draft, which has no records yet, hence no suggestions (contract api-v1 row 16). */
export async function deleteQuestion(
  context: Context,
  { questionId }: { readonly questionId: string },
): Promise<Question> {
  const { question, dataset } = await loadQuestionForManager(context, questionId);
  if (dataset.status === "ready")
    throw new Refusal("unprocessable", "questions cannot be deleted for a published dataset");
  await context.db.deleteFrom("question").where("key", "=", question.key).execute();
  await noteSettingDeleted(context, dataset.key, "question", question.name);
  return questionFromRow(question);
}
