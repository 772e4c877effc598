import type { DeletedSetting } from "@postil/domain/accounts/audit";
import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { namesOfDataset } from "./names-of-dataset.ts";

/** Writes into the audit trail that something of the settings of a feedback dataset is gone. */
export async function noteSettingDeleted(
  context: Context,
  datasetKey: number,
  what: DeletedSetting,
  name: string,
): Promise<void> {
  const told = { ...(await namesOfDataset(context, datasetKey)), what, name };
  await noteAudit(context, { kind: "setting_deleted", told });
}
