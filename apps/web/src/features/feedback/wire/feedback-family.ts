import { flagFromWire } from "@postil/contract/mapping/flags";
import { MOST_FLAGS } from "@postil/domain/records/flags";
import { readFeedbackAddress, writeCriteria, writeFeedbackAddress } from "@postil/domain/search/feedback-address";
import { api } from "../../../lib/api/api.ts";
import type { Family } from "../../../workbench/family/family.ts";

const flagOf = (datasetId: string, recordId: string) =>
  [{ params: { record_id: recordId } }, { quiet: true, dataset: datasetId }] as const;

/** What the workbench asks feedback datasets for. Nobody waits for any of it, or its failure is said in its place. */
export const FEEDBACK_FAMILY: Family = {
  address: { read: readFeedbackAddress, write: writeFeedbackAddress, criteria: writeCriteria },
  flags: {
    list: async (datasetId, signal) => {
      const request = { params: { dataset_id: datasetId }, query: { limit: MOST_FLAGS } };
      return (await api.call("listMyFlags", request, { signal, quiet: true })).items.map(flagFromWire);
    },
    flag: async (datasetId, recordId) => flagFromWire(await api.call("flagRecord", ...flagOf(datasetId, recordId))),
    unflag: async (datasetId, recordId) => {
      await api.call("unflagRecord", ...flagOf(datasetId, recordId));
    },
  },
  history: {
    page: async (...asked) => (await import("./history-page.ts")).historyPage(...asked),
  },
};
