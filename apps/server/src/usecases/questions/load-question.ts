import { Refusal } from "@postil/domain/refusal";
import type { Selectable } from "kysely";
import type { Context } from "../../storage/store.ts";
import type { QuestionTable } from "../../storage/tables.ts";
import { type DatasetRow, loadDatasetForManager } from "../datasets/load-dataset.ts";

/** A question the caller may change, with its dataset: 404 before 403. */
export async function loadQuestionForManager(
  context: Context,
  questionId: string,
): Promise<{ readonly question: Selectable<QuestionTable>; readonly dataset: DatasetRow }> {
  const question = await context.db.selectFrom("question").selectAll().where("id", "=", questionId).executeTakeFirst();
  if (!question) throw new Refusal("not_found", `Question with id \`${questionId}\` not found`);
  return { question, dataset: await loadDatasetForManager(context, question.dataset_id) };
}
