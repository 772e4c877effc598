import { forgetInPage } from "./kept-for-datasets.ts";
import { BULK, FORMS, KEPT, RULES } from "./kept-values.ts";
import { openKeptWork } from "./kept-work.ts";
import { withoutDatabase } from "./without-database.ts";

/** Removes all stored work of a user: "Forget my work on this device" (design/device.md#work). */
export async function forgetWork(userId: string): Promise<void> {
  const forDatasets = [RULES, FORMS, BULK] as const;
  for (const name of forDatasets) forgetInPage(name, userId);
  for (const kept of [...KEPT.map(openKeptWork), ...forDatasets.map(withoutDatabase)]) {
    for (const recordId of (await kept.all(userId)).keys()) await kept.change(userId, recordId, () => null);
  }
}
