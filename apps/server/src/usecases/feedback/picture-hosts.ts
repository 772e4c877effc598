import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager, loadDatasetForMember } from "./load-dataset.ts";

/** The hosts whose pictures load automatically in the dataset's markdown. */
async function listPictureHosts(
  context: Context,
  { datasetId }: { readonly datasetId: string },
): Promise<readonly string[]> {
  return JSON.parse((await loadDatasetForMember(context, datasetId)).picture_hosts);
}

type SetPictureHosts = { readonly datasetId: string; readonly hosts: readonly string[] };

/**
 * Sets the hosts whose pictures load automatically in the dataset's markdown, without duplicates. Does not change the times
 * of the dataset: clients of the Argilla API do not see this setting.
 */
async function setPictureHosts(context: Context, { datasetId, hosts }: SetPictureHosts): Promise<readonly string[]> {
  const { key } = await loadDatasetForManager(context, datasetId);
  const kept = [...new Set(hosts)].sort();
  await context.db
    .updateTable("dataset")
    .set({ picture_hosts: JSON.stringify(kept) })
    .where("key", "=", key)
    .execute();
  return kept;
}

export const pictureHostCalls = {
  reads: { listPictureHosts },
  writes: { setPictureHosts },
} as const;
