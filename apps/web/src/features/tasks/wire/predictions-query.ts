import { predictionsFromWire } from "@postil/contract/mapping/task-records";
import { taskRecordPlace } from "@postil/domain/tasks/record-key";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { api } from "../../../lib/api/api.ts";

/** What each agent predicts for a record; searches bring along the one that it shows. */
export const predictionsQuery = ({ key, lastUpdated }: Pick<ShownTaskRecord, "key" | "lastUpdated">) => ({
  queryKey: ["predictions-of-record", key, lastUpdated] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { workspace, dataset, id } = taskRecordPlace(key);
    const request = { params: { name: dataset, id: String(id) }, query: { workspace } };
    return predictionsFromWire(await api.call("getTaskRecordV0", request, { quiet: true, signal }));
  },
});
