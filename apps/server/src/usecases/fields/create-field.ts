import { type Field, type FieldSettings, MOST_FIELDS } from "@postil/domain/datasets/field";
import { Refusal } from "@postil/domain/refusal";
import { newId } from "../../new-id.ts";
import { fieldFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager } from "../datasets/load-dataset.ts";
import { refuseTaken } from "../refuse-taken.ts";

export type CreateField = {
  readonly datasetId: string;
  readonly name: string;
  readonly title: string;
  readonly required: boolean;
  readonly settings: FieldSettings;
};

/** Adds a field to a draft (contract api-v1 row 10). */
export async function createField(context: Context, input: CreateField): Promise<Field> {
  const { datasetId, name, title, required, settings } = input;
  const dataset = await loadDatasetForManager(context, datasetId);
  const { db, now } = context;
  await refuseTaken(
    db.selectFrom("field").select("id").where("dataset_id", "=", datasetId).where("name", "=", name),
    () => new Refusal("conflict", `Field with name \`${name}\` already exists for dataset with id \`${datasetId}\``),
  );
  const { count } = await db
    .selectFrom("field")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("dataset_id", "=", datasetId)
    .executeTakeFirstOrThrow();
  if (count >= MOST_FIELDS) throw new Refusal("unprocessable", `A dataset has at most ${MOST_FIELDS} fields`);
  if (dataset.status === "ready") throw new Refusal("unprocessable", "Field cannot be created for a published dataset");
  const at = now();
  const row = {
    id: newId(),
    dataset_id: datasetId,
    name,
    title,
    required: required ? 1 : 0,
    settings: JSON.stringify(settings),
    inserted_at: at,
    updated_at: at,
  } as const;
  await db.insertInto("field").values(row).execute();
  return fieldFromRow(row);
}
