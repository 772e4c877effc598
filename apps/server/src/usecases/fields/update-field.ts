import { isDeepStrictEqual } from "node:util";
import type { Field, FieldSettings } from "@postil/domain/datasets/field";
import { fieldFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadFieldForManager } from "./load-field.ts";

/** What is undefined stays. */
export type UpdateField = {
  readonly fieldId: string;
  readonly title: string | undefined;
  readonly settings: FieldSettings | undefined;
};

/** Changes the title or settings of a field, in drafts and published datasets (contract api-v1 row 11, FSE-23). */
export async function updateField(context: Context, input: UpdateField): Promise<Field> {
  const { field } = await loadFieldForManager(context, input.fieldId);
  const before = fieldFromRow(field);
  const { title = before.title, settings = before.settings } = input;
  if (title === before.title && isDeepStrictEqual(settings, before.settings)) return before;
  const updatedAt = context.now();
  await context.db
    .updateTable("field")
    .set({ title, settings: JSON.stringify(settings), updated_at: updatedAt })
    .where("id", "=", field.id)
    .execute();
  return { ...before, title, settings, updatedAt };
}
