import { predictionsFromWire } from "@postil/contract/mapping/task-records";
import { taskRecordPlace } from "@postil/domain/tasks/record-key";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { api } from "../../../lib/api/api.ts";

/** The predictions of all agents for a record; searches return only the one that the row shows. */
export const predictionsQuery = ({ key, lastUpdated }: Pick<ShownTaskRecord, "key" | "lastUpdated">) => ({
  queryKey: ["predictions-of-record", key, lastUpdated] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { workspace, dataset, id } = taskRecordPlace(key);
    const request = { params: { name: dataset, id: String(id) }, query: { workspace } };
    return predictionsFromWire(await api.call("getTaskRecordV0", request, { quiet: true, signal }));
  },
});
