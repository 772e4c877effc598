import { Refusal } from "@postil/domain/refusal";
import type { Selectable } from "kysely";
import { compiled } from "../../storage/compiled.ts";
import type { Context } from "../../storage/store.ts";
import type { DatasetTable } from "../../storage/tables.ts";
import { requireManager, requireMember } from "../refuse.ts";
import { refuseUnfinished } from "../refuse-unfinished.ts";
import { requireCaller } from "../require-caller.ts";

export type DatasetRow = Selectable<DatasetTable>;

const noDataset = (datasetId: string): Refusal =>
  new Refusal("not_found", `Dataset with id \`${datasetId}\` not found`);

const datasetById = compiled((db, id: string) => db.selectFrom("dataset").selectAll().where("id", "=", id));

/** The row of a dataset, with the integer key that its records use. Refuses an unknown id; checks no permission. */
export async function loadDataset({ db }: Pick<Context, "db">, datasetId: string): Promise<DatasetRow> {
  const [row] = await datasetById(db, datasetId);
  if (!row) throw noDataset(datasetId);
  return row;
}

/** A dataset the caller may read (ROL-09): 404 before 403. */
export async function loadDatasetForMember(context: Context, datasetId: string): Promise<DatasetRow> {
  const caller = requireCaller(context);
  const row = await loadDataset(context, datasetId);
  refuseUnfinished(context, row, () => noDataset(datasetId));
  requireMember(caller, row.workspace_id);
  return row;
}

/** A dataset the caller may change (ROL-10): 404 before 403. */
export async function loadDatasetForManager(context: Context, datasetId: string): Promise<DatasetRow> {
  const caller = requireCaller(context);
  const row = await loadDataset(context, datasetId);
  refuseUnfinished(context, row, () => noDataset(datasetId));
  requireManager(caller, row.workspace_id);
  return row;
}
