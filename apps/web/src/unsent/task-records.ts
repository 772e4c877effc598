import { taskRecordFromWire } from "@postil/contract/tasks/record-mapping";
import { responseOf } from "@postil/domain/tasks/record-edit";
import { taskDatasetKey, taskRecordPlace } from "@postil/domain/tasks/record-key";
import { api } from "../lib/api/api.ts";
import { NOT_THERE } from "../lib/api/failure.ts";
import { beginningOf, type RecordsOnServer } from "./records-on-server.ts";

// chunk: borrowed

/** Records of task datasets (the older API). */
export const onServer: RecordsOnServer = {
  async own({ recordId }) {
    const record = await recordAt(recordId);
    return record === null ? "gone" : { response: responseOf(record) };
  },
  async known(_, { recordId }) {
    const { workspace, dataset } = taskRecordPlace(recordId);
    const name = taskDatasetKey(workspace, dataset);
    const record = await recordAt(recordId);
    if (record === null) return { dataset: name, beginning: null, markedBy: () => null };
    const text = "inputs" in record ? Object.values(record.inputs).flat().join(" ") : record.text;
    const marked = { points: Array.from(text), labels: new Map() };
    return { dataset: name, beginning: beginningOf(text), markedBy: () => marked };
  },
};

async function recordAt(key: string) {
  const place = taskRecordPlace(key);
  const { workspace, dataset, id } = place;
  const asked = { params: { name: dataset, id: String(id) }, query: { workspace } };
  const wire = await api.call("getTaskRecordV0", asked, { quiet: true, accept: NOT_THERE });
  return wire && taskRecordFromWire(wire, place);
}
