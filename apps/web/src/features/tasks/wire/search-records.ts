import type { CallInput, CallReply } from "@postil/contract/call";
import { taskRecordFromWire } from "@postil/contract/tasks/record-mapping";
import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import type { StoredTaskRecord } from "@postil/domain/tasks/shown-record";
import type { TaskSearch } from "@postil/domain/tasks/task-search";
import { api } from "../../../lib/api/api.ts";

export type Aggregations = NonNullable<CallReply<"searchTaskRecordsV0">["aggregations"]>;
export type CountsReply = {
  readonly total: number;
  /** Counts over all matches; only a search from the first record on returns them (TSE-20). */
  readonly aggregations: Aggregations | null;
};
export type SearchReply = CountsReply & { readonly records: readonly StoredTaskRecord[] };

/** TSE-01 to TSE-03. Quiet: the caller shows a failure in place. */
export async function searchRecords(
  { name, workspaceName: workspace, task }: KnownTaskDataset,
  { limit, from, query, sort }: TaskSearch,
  signal: AbortSignal,
): Promise<SearchReply> {
  const request = { params: { name, task }, query: { workspace, limit, from }, body: { query, sort } };
  // The body in wire form; the route's type describes the parsed form.
  const asked = request as unknown as CallInput<"searchTaskRecordsV0">;
  const {
    total,
    records,
    aggregations = null,
  } = await api.call("searchTaskRecordsV0", asked, {
    signal,
    quiet: true,
    dataset: taskDatasetKey(workspace, name),
  });
  const within = { workspace, dataset: name, task };
  const known = records.flatMap(({ id, ...wire }) =>
    id === undefined ? [] : [taskRecordFromWire({ ...wire, id }, within)],
  );
  return { total, records: known, aggregations };
}
