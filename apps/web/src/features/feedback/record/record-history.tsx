import { historyEntryFromWire } from "@postil/contract/datasets/labeling-mapping";
import type { HistoryEntry } from "@postil/domain/records/labeled-record";
import { api } from "../../../lib/api/api.ts";
import type { HistoryPage } from "../../../workbench/family/family.ts";
import { HistoryChange, HistoryDialog } from "../../../workbench/record/history.tsx";

/** The history of a record's answers. Annotators see their own, managers see all (design/record.md#history). Lazily loaded. */
export default function RecordHistory({ recordId, onClose }: { recordId: string; onClose: () => void }) {
  return (
    <HistoryDialog recordId={recordId} page={historyPage} onClose={onClose}>
      {(entry) => <HistoryChange key={entry.id} entry={entry} />}
    </HistoryDialog>
  );
}

/** `before`: the id of the last entry of the previous page. */
async function historyPage(
  recordId: string,
  before: number | null,
  signal: AbortSignal,
): Promise<HistoryPage<HistoryEntry>> {
  const request = { params: { record_id: recordId }, query: before === null ? {} : { before } };
  const { items, more } = await api.call("getRecordHistory", request, { signal, quiet: true });
  return { entries: items.map(historyEntryFromWire), more };
}
