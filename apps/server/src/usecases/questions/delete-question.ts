import type { Question } from "@postil/domain/datasets/question";
import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../../storage/audit.ts";
import { questionFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { namesOfDataset } from "../datasets/names-of-dataset.ts";
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
  const told = { ...(await namesOfDataset(context, dataset.key)), what: "question", name: question.name } as const;
  await noteAudit(context, { kind: "setting_deleted", told });
  return questionFromRow(question);
}
