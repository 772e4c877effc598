import type { WireTaskRecord } from "@postil/contract/entities/task-records";
import { taskRecordFromWire } from "@postil/contract/mapping/task-records";
import type { TextRecord } from "@postil/domain/tasks/shown-record";
import { api } from "../../../lib/api/api.ts";
import type { RulesOf } from "./rules-api.ts";

/** Records of a text classification dataset by their ids, in that order; those that are gone are left out. */
export async function fetchTextRecords(
  dataset: RulesOf,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly TextRecord[]> {
  if (ids.length === 0) return [];
  const { name, workspaceName: workspace } = dataset;
  const task = "TextClassification";
  const request = {
    params: { name, task } as const,
    query: { workspace, limit: ids.length },
    body: { query: { ids: [...ids] } },
  };
  const { records } = await api.call("searchTaskRecordsV0", request, { quiet: true, signal });
  const byId = new Map<string, TextRecord>();
  for (const found of records as Partial<WireTaskRecord>[]) {
    // the server leaves keys out, it has none undefined
    if (found.id === undefined) continue;
    const record = taskRecordFromWire({ ...found, id: found.id }, { workspace, dataset: name, task });
    if (record.task === task) byId.set(String(record.id), record);
  }
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Whether records may have several labels: all of a dataset are alike (contract api-v0 5.3). False as long as there are none. */
export async function fetchMultiLabel(dataset: RulesOf, signal: AbortSignal): Promise<boolean> {
  const request = {
    params: { name: dataset.name, task: "TextClassification" } as const,
    query: { workspace: dataset.workspaceName, limit: 1 },
    body: {},
  };
  const { records } = await api.call("searchTaskRecordsV0", request, { quiet: true, signal });
  return records[0]?.multi_label === true;
}
