import type { Field } from "@postil/domain/datasets/field";
import { Refusal } from "@postil/domain/refusal";
import { fieldFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { noteSettingDeleted } from "../datasets/note-setting-deleted.ts";
import { loadFieldForManager } from "./load-field.ts";

/** Takes a field out of a draft (contract api-v1 row 12). */
export async function deleteField(context: Context, { fieldId }: { readonly fieldId: string }): Promise<Field> {
  const { field, dataset } = await loadFieldForManager(context, fieldId);
  if (dataset.status === "ready")
    throw new Refusal("unprocessable", "Fields cannot be deleted for a published dataset");
  await context.db.deleteFrom("field").where("id", "=", fieldId).execute();
  await noteSettingDeleted(context, dataset.key, "field", field.name);
  return fieldFromRow(field);
}
