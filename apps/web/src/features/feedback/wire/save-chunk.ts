import { responseFromWire } from "@postil/contract/mapping/responses";
import type { BulkItem } from "@postil/domain/bulk/bulk-answer";
import { known } from "@postil/domain/records/record-status";
import { api } from "../../../lib/api/api.ts";
import type { BulkApi } from "../../../workbench/bulk/bulk-api.ts";

/** Quiet: the bulk view tells of its failures itself. */
export const saveChunk: BulkApi = async (datasetId, items) => {
  const body = { items: items.map(itemToWire) };
  const reply = await api.call("bulkSaveResponses", { body }, { quiet: true, dataset: datasetId });
  return reply.items.map(({ item, error }) =>
    item === null ? { refused: error?.detail ?? "" } : { saved: known(responseFromWire(item)) },
  );
};

/** The wire's types let a submitted response have no null for its values; nothing is submitted without any. */
function itemToWire({ recordId, status, values }: BulkItem) {
  const record = { record_id: recordId };
  return status === "submitted" ? { ...record, status, values: values ?? {} } : { ...record, status, values };
}
