import { type Field, type FieldSettings, MOST_FIELDS } from "@postil/domain/datasets/field";
import { Refusal } from "@postil/domain/refusal";
import { loadFields } from "../../storage/dataset-fields.ts";
import { fieldFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager, loadDatasetForMember } from "./load-dataset.ts";
import { type NewPart, type OfDataset, partsOf } from "./parts.ts";

const fields = partsOf("field", { noun: "Field" }, fieldFromRow);

type OfField = { readonly fieldId: string };

/** The fields, in the order of their creation (contract api-v1 row 9, FEN-13). */
async function listFields(context: Context, { datasetId }: OfDataset): Promise<Field[]> {
  await loadDatasetForMember(context, datasetId);
  return loadFields(context.db, datasetId);
}

type CreateField = NewPart & { readonly required: boolean; readonly settings: FieldSettings };

/** Adds a field to a draft (contract api-v1 row 10). */
export async function createField(context: Context, input: CreateField): Promise<Field> {
  const { status } = await loadDatasetForManager(context, input.datasetId);
  await fields.refuseTaken(context, input);
  if ((await loadFields(context.db, input.datasetId)).length >= MOST_FIELDS)
    throw new Refusal("unprocessable", `A dataset has at most ${MOST_FIELDS} fields`);
  if (status === "ready") throw new Refusal("unprocessable", "Field cannot be created for a published dataset");
  const own = { required: input.required ? 1 : 0, settings: JSON.stringify(input.settings) } as const;
  return fieldFromRow(await fields.insert(context, input, own));
}

type UpdateField = OfField & {
  readonly title: string | undefined;
  readonly settings: FieldSettings | undefined;
};

/** Changes the title or settings of a field, in drafts and published datasets (contract api-v1 row 11, FSE-23). */
async function updateField(context: Context, { fieldId, ...change }: UpdateField): Promise<Field> {
  const { part } = await fields.loadForManager(context, fieldId);
  return fields.change(context, part, change, ({ title, settings }) => ({ title, settings: JSON.stringify(settings) }));
}

/** Removes a field from a draft (contract api-v1 row 12). */
async function deleteField(context: Context, { fieldId }: OfField): Promise<Field> {
  const { part, dataset } = await fields.loadForManager(context, fieldId);
  if (dataset.status === "ready")
    throw new Refusal("unprocessable", "Fields cannot be deleted for a published dataset");
  await fields.remove(context, part, dataset);
  return part;
}

export const fieldCalls = {
  reads: { listFields },
  writes: { createField, updateField, deleteField },
};
