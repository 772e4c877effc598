import type { Question } from "@postil/domain/datasets/question";
import { questionFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";

/** The questions of a dataset in the order they were made (contract api-v1 row 13, FEN-11). */
export async function listQuestions(
  context: Context,
  { datasetId }: { readonly datasetId: string },
): Promise<Question[]> {
  await loadDatasetForMember(context, datasetId);
  const rows = await context.db
    .selectFrom("question")
    .selectAll()
    .where("dataset_id", "=", datasetId)
    .orderBy("inserted_at")
    .execute();
  return rows.map(questionFromRow);
}
