import { responseFromWire } from "@postil/contract/mapping/responses";
import { known } from "@postil/domain/records/own-response";
import { api } from "../../../lib/api/api.ts";
import type { BulkApi } from "../../../workbench/bulk/bulk-api.ts";
import { answerToWire } from "./answer-to-wire.ts";

/** Quiet: the bulk view tells of its failures itself. */
export const saveChunk: BulkApi = async (datasetId, items) => {
  const body = { items: items.map((item) => ({ record_id: item.recordId, ...answerToWire(item) })) };
  const reply = await api.call("bulkSaveResponses", { body }, { quiet: true, dataset: datasetId });
  return reply.items.map(({ item, error }) =>
    item === null ? { refused: error?.detail ?? "" } : { saved: known(responseFromWire(item)) },
  );
};
