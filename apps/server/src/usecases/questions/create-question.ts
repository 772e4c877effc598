import type { Question, QuestionSettings } from "@postil/domain/datasets/question";
import { spanFieldFault } from "@postil/domain/datasets/question-rules";
import { Refusal } from "@postil/domain/refusal";
import { newId } from "../../new-id.ts";
import { loadFieldNames } from "../../storage/dataset-fields.ts";
import { questionFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager } from "../datasets/load-dataset.ts";
import { refuseTaken } from "../refuse-taken.ts";
import { refuseMoreQuestions } from "./refuse-more-questions.ts";

export type CreateQuestion = {
  readonly datasetId: string;
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
  readonly required: boolean;
  readonly settings: QuestionSettings;
};

/** Adds a question to a draft (contract api-v1 row 14, 6.6). */
export async function createQuestion(context: Context, input: CreateQuestion): Promise<Question> {
  const { datasetId, name, title, description, required, settings } = input;
  const dataset = await loadDatasetForManager(context, datasetId);
  const { db, now } = context;
  const questions = (await db.selectFrom("question").selectAll().where("dataset_id", "=", datasetId).execute()).map(
    questionFromRow,
  );
  await refuseTaken(
    db.selectFrom("question").select("key").where("dataset_id", "=", datasetId).where("name", "=", name),
    () => new Refusal("conflict", `Question with name \`${name}\` already exists for dataset with id \`${datasetId}\``),
  );
  if (dataset.status === "ready")
    throw new Refusal("unprocessable", "questions cannot be created for a published dataset");
  const fault = spanFieldFault(settings, await loadFieldNames(db, datasetId), questions);
  if (fault) throw new Refusal("unprocessable", fault);
  const json = JSON.stringify(settings);
  await refuseMoreQuestions(context, datasetId, [name, title, description, json]);
  const at = now();
  const row = await db
    .insertInto("question")
    .values({
      id: newId(),
      dataset_id: datasetId,
      name,
      title,
      description,
      required: required ? 1 : 0,
      settings: json,
      inserted_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return questionFromRow(row);
}
