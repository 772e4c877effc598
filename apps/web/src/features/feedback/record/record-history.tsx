import { HistoryChange, HistoryDialog } from "../../../workbench/record/history.tsx";
import { historyPage } from "../wire/history-page.ts";

/** The history of a record's answers. Annotators see their own, managers see all (design/record.md#history). Lazily loaded. */
export default function RecordHistory({ recordId, onClose }: { recordId: string; onClose: () => void }) {
  return (
    <HistoryDialog recordId={recordId} page={historyPage} onClose={onClose}>
      {(entry) => <HistoryChange key={entry.id} entry={entry} />}
    </HistoryDialog>
  );
}
