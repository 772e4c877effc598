import { flagFromWire } from "@postil/contract/datasets/labeling-mapping";
import { savedViewFromWire } from "@postil/contract/datasets/view-mapping";
import { MOST_FLAGS } from "@postil/domain/records/record-preview";
import { api } from "../../../lib/api/api.ts";
import type { FlagsApi, ViewsApi } from "../../../workbench/family/family.ts";

const inDataset = (datasetId: string) => ({ params: { dataset_id: datasetId } });
const flagOf = (datasetId: string, recordId: string) =>
  [{ params: { record_id: recordId } }, { quiet: true, dataset: datasetId }] as const;

export const flags: FlagsApi = {
  list: async (datasetId, signal) => {
    const request = { ...inDataset(datasetId), query: { limit: MOST_FLAGS } };
    return (await api.call("listMyFlags", request, { signal, quiet: true })).items.map(flagFromWire);
  },
  flag: async (datasetId, recordId) => flagFromWire(await api.call("flagRecord", ...flagOf(datasetId, recordId))),
  unflag: async (datasetId, recordId) => {
    await api.call("unflagRecord", ...flagOf(datasetId, recordId));
  },
};

export const views: Pick<ViewsApi, "list" | "save"> = {
  list: async (datasetId, signal) =>
    (await api.call("listMyViews", inDataset(datasetId), { signal, quiet: true })).items.map(savedViewFromWire),
  save: async (datasetId, body) =>
    savedViewFromWire(await api.call("createView", { ...inDataset(datasetId), body }, { quiet: true })),
};
