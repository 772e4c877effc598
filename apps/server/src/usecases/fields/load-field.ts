import { Refusal } from "@postil/domain/refusal";
import type { Selectable } from "kysely";
import type { Context } from "../../storage/store.ts";
import type { FieldTable } from "../../storage/tables.ts";
import { type DatasetRow, loadDatasetForManager } from "../datasets/load-dataset.ts";

/** A field the caller may change, with its dataset: 404 before 403. */
export async function loadFieldForManager(
  context: Context,
  fieldId: string,
): Promise<{ readonly field: Selectable<FieldTable>; readonly dataset: DatasetRow }> {
  const field = await context.db.selectFrom("field").selectAll().where("id", "=", fieldId).executeTakeFirst();
  if (!field) throw new Refusal("not_found", `Field with id \`${fieldId}\` not found`);
  return { field, dataset: await loadDatasetForManager(context, field.dataset_id) };
}
