import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { namesOfDataset } from "../datasets/names-of-dataset.ts";
import { requireOwner } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { findFilled } from "./find-filled.ts";

/** The dataset is whole: everybody who may sees it and works in it. */
export async function endImport(context: Context, { importId }: { readonly importId: string }): Promise<void> {
  requireOwner(requireCaller(context));
  const filled = await findFilled(context, importId);
  if (!filled) throw new Refusal("not_found", `Import with id \`${importId}\` not found`);
  await context.db.updateTable(filled.table).set({ import_id: null }).where("key", "=", filled.key).execute();
  const told =
    filled.table === "dataset"
      ? await namesOfDataset(context, filled.key)
      : { dataset: filled.name, workspace: filled.workspace };
  await noteAudit(context, { kind: "dataset_imported", told });
}
