import type { CallInput } from "@postil/contract/call";
import { searchToWire } from "@postil/contract/feedback/search-mapping";
import { type RecordCriteria, searchOf } from "@postil/domain/search/record-criteria";
import "../../../lib/api/manager-routes.ts";
import { api } from "../../../lib/api/api.ts";
import { openExport } from "../../../lib/api/open-stream.ts";
import { datasetKey } from "../../../lib/api/queries/dataset.ts";
import type { ExportApi, FileWish } from "../../../workbench/export/export-wish.ts";

type Body = CallInput<"exportDataset">["body"];

/** Exports a feedback dataset, or only the records that the criteria find. */
export function exportApi(datasetId: string, criteria: RecordCriteria | null): ExportApi {
  const records = criteria && recordsOf(criteria);
  const requestOf = ({ parts, ...file }: FileWish) => {
    const body: Body = { ...file, with: [...parts], records };
    return { params: { dataset_id: datasetId }, body };
  };
  return {
    key: [...datasetKey(datasetId), records],
    size: (wish, signal) => api.call("sizeUpExport", requestOf(wish), { signal, quiet: true }),
    open: (wish, signal) => openExport("exportDataset", requestOf(wish), signal),
  };
}

/** Without order and similarity: a file has the order in which the records were added. */
function recordsOf(criteria: RecordCriteria): Body["records"] {
  const search = searchOf({ ...criteria, sort: [], similarity: null });
  const { query, filters } = search === null ? {} : searchToWire(search, 0);
  const text = query && "text" in query ? { query: { text: query.text } } : {};
  return { response_status: [criteria.status], ...text, ...(filters ? { filters } : {}) };
}
