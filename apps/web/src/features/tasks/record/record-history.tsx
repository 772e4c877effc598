import "../../../lib/i18n/en/task-parts.ts";
import { taskHistoryEntryFromWire } from "@postil/contract/datasets/labeling-mapping";
import type { AnswerChange } from "@postil/domain/records/labeled-record";
import type { TaskHistoryEntry } from "@postil/domain/tasks/record-history";
import { taskRecordPlace } from "@postil/domain/tasks/record-key";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import type { TaskStatus } from "@postil/domain/tasks/task-record";
import { t } from "i18next";
import { api } from "../../../lib/api/api.ts";
import { StatusIcon } from "../../../ui/icon.tsx";
import type { HistoryPage } from "../../../workbench/family/family.ts";
import {
  AnswerChanges,
  ChangeItem,
  HistoryDialog,
  StatusStep,
  useActorName,
} from "../../../workbench/record/history.tsx";
import { RecordStatusPill } from "../record-inputs.tsx";

type RecordHistoryProps = { record: Pick<ShownTaskRecord, "key" | "task">; onClose: () => void };

/** The history of a record of a task dataset: every change and its author. Lazily loaded. */
export default function RecordHistory({ record: { key, task }, onClose }: RecordHistoryProps) {
  return (
    <HistoryDialog recordId={key} page={historyPage} onClose={onClose}>
      {(entry) => <Step key={entry.id} entry={entry} written={task === "Text2Text"} />}
    </HistoryDialog>
  );
}

/** `written`: annotations are texts that a user wrote */
function Step({ entry, written }: { entry: TaskHistoryEntry; written: boolean }) {
  const name = useActorName(entry.actor);
  const { at, before, after } = entry;
  const [from, to] = [before?.status ?? "Default", after.status] as const;
  const changes = changesOf(entry, written);
  return (
    <ChangeItem
      at={at}
      who={
        <>
          <b translate="no" className="wrap-anywhere">
            {name}
          </b>{" "}
          {t(`taskRecord.history.${from === to ? "changed" : to}`)}
        </>
      }
    >
      <StatusStep from={from === to ? null : <Status status={from} />} to={<Status status={to} />} />
      {changes.length > 0 && <AnswerChanges answers={changes} />}
    </ChangeItem>
  );
}

/** The annotation before and after, and the names of the other changed parts. */
function changesOf({ before, after, changed }: TaskHistoryEntry, written: boolean): readonly AnswerChange[] {
  const [was, is] = [before?.annotation ?? null, after.annotation];
  const others = changed.filter((part) => part !== "annotation").map((part) => t(`taskRecord.history.part.${part}`));
  const annotation = { question: "annotation", title: t("taskRecord.history.annotation"), written };
  const rest = { question: "others", title: t("taskRecord.history.others"), written: false };
  return [
    ...(was === is ? [] : [{ ...annotation, before: was, after: is }]),
    ...(others.length === 0 ? [] : [{ ...rest, before: null, after: others.join(", ") }]),
  ];
}

function Status({ status }: { status: TaskStatus }) {
  if (status !== "Default") return <RecordStatusPill status={status} />;
  return (
    <span className="inline-flex h-6 items-center gap-1.5 text-soft">
      <StatusIcon status="pending" />
      {t("tasks.status.Default")}
    </span>
  );
}

async function historyPage(
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
