import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager } from "../datasets/load-dataset.ts";
import { requireOwner } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { loadTaskDatasetForManager } from "../task-datasets/load-task-dataset.ts";
import { findFilled } from "./find-filled.ts";

export type BeginImport = { readonly importId: string; readonly datasetId: string };

/** From here on a dataset is filled (API-49). One that has records is refused: somebody may have answered them. */
export async function beginImport(context: Context, { importId, datasetId }: BeginImport): Promise<void> {
  requireOwner(requireCaller(context));
  if (await findFilled(context, importId)) throw new Refusal("conflict", `There is an import \`${importId}\` already.`);
  const { row, table } = await load(context, datasetId);
  if (row.next_seq > 0 || row.import_id !== null)
    throw new Refusal("unprocessable", "Only a dataset that never had a record can be filled by an import.");
  await context.db.updateTable(table).set({ import_id: importId }).where("key", "=", row.key).execute();
}

async function load(context: Context, id: string) {
  const dot = id.indexOf(".");
  if (dot === -1) return { row: await loadDatasetForManager(context, id), table: "dataset" } as const;
  const at = { workspace: id.slice(0, dot), name: id.slice(dot + 1) };
  return { row: await loadTaskDatasetForManager(context, at), table: "task_dataset" } as const;
}
