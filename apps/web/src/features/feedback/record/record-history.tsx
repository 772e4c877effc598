import { useQueueFamily } from "../../../workbench/family/family.ts";
import { HistoryChange } from "../../../workbench/record/history-change.tsx";
import { HistoryDialog } from "../../../workbench/record/history-dialog.tsx";

type RecordHistoryProps = { recordId: string; onClose: () => void };

/** The history of a record's answers. Annotators see their own, managers see all (design/record.md#history). Lazily loaded. */
export default function RecordHistory({ recordId, onClose }: RecordHistoryProps) {
  const { history } = useQueueFamily();
  return (
    <HistoryDialog recordId={recordId} page={history.page} onClose={onClose}>
      {(entry) => <HistoryChange key={entry.id} entry={entry} />}
    </HistoryDialog>
  );
}
