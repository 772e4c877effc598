import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";
import { type FlagsPage, type OwnFlags, readOwnFlags } from "./own-flags.ts";

export type ListOwnFlags = FlagsPage & { readonly datasetId: string };

/** The records of a feedback dataset that the caller has flagged. */
export async function listOwnFlags(context: Context, { datasetId, ...page }: ListOwnFlags): Promise<OwnFlags> {
  const { key: datasetKey } = await loadDatasetForMember(context, datasetId);
  return readOwnFlags(context, { datasetKey, records: "record" }, page);
}
