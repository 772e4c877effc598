import type { CallInput } from "@postil/contract/call";
import { searchToWire } from "@postil/contract/mapping/search";
import { type RecordCriteria, searchOf } from "@postil/domain/search/record-criteria";
import { api } from "../../../lib/api/api.ts";
import { openStream } from "../../../lib/api/open-stream.ts";
import type { ExportApi } from "../../../workbench/export/export-api.ts";
import type { ExportWish } from "../../../workbench/export/export-wish.ts";

type Body = CallInput<"exportDataset">["body"];

/** How feedback datasets are exported. */
export const exportApi: ExportApi = {
  size: (datasetId, wish, signal) => api.call("sizeUpExport", requestOf(datasetId, wish), { signal, quiet: true }),
  async open(datasetId, wish, signal) {
    const { body, headers } = await openStream("exportDataset", requestOf(datasetId, wish), signal);
    const params = { export_id: headers.get("x-postil-export") ?? "" };
    return { body, progress: () => api.call("getExport", { params }, { quiet: true }) };
  },
};

function requestOf(datasetId: string, { parts, format, gzip, shown }: ExportWish) {
  const body: Body = { format, gzip, with: [...parts], records: shown && recordsOf(shown.criteria) };
  return { params: { dataset_id: datasetId }, body };
}

/** Neither order nor likeness: a file has the order in which the records came. */
function recordsOf(criteria: RecordCriteria): Body["records"] {
  const search = searchOf({ ...criteria, sort: [], similarity: null });
  const { query, filters } = search === null ? {} : searchToWire(search, 0);
  const text = query && "text" in query ? { query: { text: query.text } } : {};
  return { response_status: [criteria.status], ...text, ...(filters ? { filters } : {}) };
}
