import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import { Refusal } from "@postil/domain/refusal";
import { newId } from "../../new-id.ts";
import { vectorSettingsFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager } from "../datasets/load-dataset.ts";
import { refuseTaken } from "../refuse-taken.ts";

/** Kinds of vector a dataset may have. */
const PER_DATASET = 5;

export type CreateVectorSettings = {
  readonly datasetId: string;
  readonly name: string;
  readonly title: string;
  readonly dimensions: number;
};

/** Adds a kind of vector, to drafts and published datasets; the number is looked at before the name (contract api-v1 row 23). */
export async function createVectorSettings(context: Context, input: CreateVectorSettings): Promise<VectorSettings> {
  const { datasetId, name, title, dimensions } = input;
  await loadDatasetForManager(context, datasetId);
  const { db, now } = context;
  const present = await db.selectFrom("vector_settings").select("name").where("dataset_id", "=", datasetId).execute();
  if (present.length >= PER_DATASET) {
    throw new Refusal(
      "unprocessable",
      `The maximum number of vector settings has been reached for dataset with id \`${datasetId}\``,
    );
  }
  await refuseTaken(
    db.selectFrom("vector_settings").select("key").where("dataset_id", "=", datasetId).where("name", "=", name),
    () =>
      new Refusal(
        "conflict",
        `Vector settings with name \`${name}\` already exists for dataset with id \`${datasetId}\``,
      ),
  );
  const at = now();
  const row = await db
    .insertInto("vector_settings")
    .values({ id: newId(), dataset_id: datasetId, name, title, dimensions, inserted_at: at, updated_at: at })
    .returningAll()
    .executeTakeFirstOrThrow();
  return vectorSettingsFromRow(row);
}
