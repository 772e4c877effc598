import { taskHistoryEntryFromWire } from "@postil/contract/mapping/history";
import type { TaskHistoryEntry } from "@postil/domain/tasks/record-history";
import { taskRecordPlace } from "@postil/domain/tasks/record-key";
import { api } from "../../../lib/api/api.ts";
import type { HistoryPage } from "../../../workbench/family/family.ts";

/** A page of the history of a task dataset record, by its key. */
export async function historyPage(
  key: string,
  before: number | null,
  signal: AbortSignal,
): Promise<HistoryPage<TaskHistoryEntry>> {
  const { workspace, dataset: name, id } = taskRecordPlace(key);
  const query = { workspace, ...(before === null ? {} : { before }) };
  const request = { params: { name, id: String(id) }, query };
  const { items, more } = await api.call("getTaskRecordHistory", request, { signal, quiet: true });
  return { entries: items.map(taskHistoryEntryFromWire), more };
}
