import type { WireTaskRecord } from "@postil/contract/entities/task-records";
import { taskRecordFromWire } from "@postil/contract/mapping/task-records";
import type { TextRecord } from "@postil/domain/tasks/shown-record";
import { api } from "../../../lib/api/api.ts";
import type { RulesOf } from "./rules-api.ts";

/** A record with the predictions of all agents, as received. */
export type ReadTextRecord = {
  readonly record: TextRecord;
  readonly predicted: Pick<WireTaskRecord, "prediction" | "predictions">;
};

/** Records of a text classification dataset by their ids, in that order; deleted records are left out. */
export const fetchTextRecords = async (...asked: Parameters<typeof readTextRecords>): Promise<readonly TextRecord[]> =>
  (await readTextRecords(...asked)).map(({ record }) => record);

export async function readTextRecords(
  dataset: RulesOf,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly ReadTextRecord[]> {
  if (ids.length === 0) return [];
  const { name, workspaceName: workspace } = dataset;
  const task = "TextClassification";
  const request = {
    params: { name, task } as const,
    query: { workspace, limit: ids.length },
    body: { query: { ids: [...ids] } },
  };
  const { records } = await api.call("searchTaskRecordsV0", request, { quiet: true, signal });
  const byId = new Map<string, ReadTextRecord>();
  for (const found of records as Partial<WireTaskRecord>[]) {
    // the server leaves out missing keys and never sends undefined
    if (found.id === undefined) continue;
    const record = taskRecordFromWire({ ...found, id: found.id }, { workspace, dataset: name, task });
    const { prediction, predictions } = found;
    if (record.task === task) byId.set(String(record.id), { record, predicted: { prediction, predictions } });
  }
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * True if records may have several labels: all records of a dataset are alike (contract api-v0 5.3). False as long as there
 * are none.
 */
export async function fetchMultiLabel(dataset: RulesOf, signal: AbortSignal): Promise<boolean> {
  const request = {
    params: { name: dataset.name, task: "TextClassification" } as const,
    query: { workspace: dataset.workspaceName, limit: 1 },
    body: {},
  };
  const { records } = await api.call("searchTaskRecordsV0", request, { quiet: true, signal });
  return records.some((record) => record.multi_label === true);
}
