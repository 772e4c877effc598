import type { Context } from "../../storage/store.ts";
import { deleteDataset } from "../datasets/delete-dataset.ts";
import { requireOwner } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { deleteTaskDataset } from "../task-datasets/delete-task-dataset.ts";
import { type Filled, findFilled, listFilled } from "./find-filled.ts";

/** Deletes what an import has filled so far. One that has ended, or was never begun, is no failure: nothing is deleted. */
export async function takeBackImport(context: Context, { importId }: { readonly importId: string }): Promise<void> {
  requireOwner(requireCaller(context));
  const filled = await findFilled(context, importId);
  if (filled) await takeBack(context, filled);
}

/** When a server starts nobody is filling any: the home was not open. */
export async function takeBackImports(context: Context): Promise<void> {
  requireOwner(requireCaller(context));
  for (const filled of await listFilled(context)) await takeBack(context, filled);
}

async function takeBack(context: Context, filled: Filled): Promise<void> {
  if (filled.table === "dataset") await deleteDataset(context, { datasetId: filled.id });
  else await deleteTaskDataset(context, filled);
}
