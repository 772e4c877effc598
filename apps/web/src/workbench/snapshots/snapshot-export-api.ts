import { api } from "../../lib/api/api.ts";
import { openExport } from "../../lib/api/open-stream.ts";
import type { ExportApi, FileWish } from "../export/export-wish.ts";

export function snapshotExportApi(snapshotId: string): ExportApi {
  const requestOf = ({ parts, ...file }: FileWish) => ({
    params: { snapshot_id: snapshotId },
    body: { ...file, with: [...parts] },
  });
  return {
    key: ["snapshots", "export", snapshotId],
    size: (wish, signal) => api.call("sizeUpSnapshot", requestOf(wish), { signal, quiet: true }),
    open: (wish, signal) => openExport("exportSnapshot", requestOf(wish), signal),
  };
}
