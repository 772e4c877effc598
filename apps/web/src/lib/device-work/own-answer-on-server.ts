import { recordFromWire } from "@postil/contract/mapping/records";
import { taskRecordFromWire } from "@postil/contract/mapping/task-records";
import type { FiledWork } from "@postil/domain/outbox/read-work-file";
import type { There } from "@postil/domain/outbox/take-in";
import { ownResponse } from "@postil/domain/records/own-response";
import { responseOf } from "@postil/domain/tasks/record-edit";
import { readTaskRecordKey } from "@postil/domain/tasks/record-key";
import { api } from "../api/api.ts";

/** Gone, of a workspace of others, or no id at all. */
const options = { quiet: true, accept: [403, 404, 422] } as const;

/** What the server has of the reader's own on a record of either family. */
export async function ownAnswerOnServer({
  datasetId,
  recordId,
}: Pick<FiledWork, "datasetId" | "recordId">): Promise<There> {
  const place = readTaskRecordKey(recordId);
  if (place === null) {
    const asked = { params: { record_id: recordId }, query: { include: ["responses"] } };
    const record = await api.call("getRecord", asked, options);
    const isThere = record !== null && record.dataset_id === datasetId;
    return isThere ? { response: ownResponse(recordFromWire(record)) } : "gone";
  }
  const { workspace, dataset, id } = place;
  const asked = { params: { name: dataset, id: String(id) }, query: { workspace } };
  const record = await api.call("getTaskRecordV0", asked, options);
  return record === null ? "gone" : { response: responseOf(taskRecordFromWire(record, place)) };
}
