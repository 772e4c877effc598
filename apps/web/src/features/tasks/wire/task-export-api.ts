import type { CallInput } from "@postil/contract/call";
import type { TaskSearch } from "@postil/domain/tasks/task-search";
import "../../../lib/api/manager-routes.ts";
import { api } from "../../../lib/api/api.ts";
import { openExport } from "../../../lib/api/open-stream.ts";
import { taskDatasetKey } from "../../../lib/api/queries/task-dataset.ts";
import type { TaskDatasetPlace } from "../../../workbench/export/export-button.tsx";
import type { ExportApi, FileWish } from "../../../workbench/export/export-wish.ts";

type Request = CallInput<"exportTaskDataset">;

export function taskExportApi({ workspace, name }: TaskDatasetPlace, query: TaskSearch["query"] | null): ExportApi {
  const requestOf = ({ parts, ...file }: FileWish): Request => {
    const body = { ...file, with: [...parts], records: query && { query } };
    // The body in wire form; the route's type describes the parsed form.
    return { params: { name }, query: { workspace }, body } as unknown as Request;
  };
  return {
    key: [...taskDatasetKey(workspace, name), query],
    size: (wish, signal) => api.call("sizeUpTaskExport", requestOf(wish), { signal, quiet: true }),
    open: (wish, signal) => openExport("exportTaskDataset", requestOf(wish), signal),
  };
}
