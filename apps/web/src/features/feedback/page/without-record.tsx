import { isPrivileged } from "@postil/domain/accounts/policies";
import { t } from "i18next";
import { type ComponentType, type ReactNode, useState } from "react";
import { useUser } from "../../../lib/session/use-session.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { LoadFailed } from "../../../workbench/frame/sheet-message.tsx";
import type { QueueChoice } from "../bar/status-list.tsx";
import type { NoMatchProps } from "../filters/no-match-message.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import { useFigures } from "../queue/figures.ts";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";
import { EmptyQueue } from "./empty-queue.tsx";
import type { FrameChrome } from "./frame.tsx";
import { LabelingPanes } from "./labeling-panes.tsx";
import type { PageCommands } from "./page-commands.ts";
import { RestingActions } from "./resting-actions.tsx";
import { Sheet } from "./sheet.tsx";
import { QuestionSkeleton, RecordSkeleton } from "./skeleton.tsx";

const nothing = () => undefined;
const EmptyDataset = lazyPart(() => import("../../../workbench/frame/empty-dataset.tsx"));

type WaitingProps = { chrome: FrameChrome; commands: PageCommands };

/** Placeholder while the records are loaded but the code of the bulk view is not. */
export function Waiting({ chrome, commands }: WaitingProps) {
  return (
    <LabelingPanes
      chrome={chrome}
      recordId={null}
      sheet={
        <Sheet label={t("annotation.queue.label")} busy>
          <RecordSkeleton many />
        </Sheet>
      }
      questions={<QuestionSkeleton many />}
      actions={<RestingActions commands={commands} />}
    />
  );
}

/** The load state of the dataset's parts that the page needs before it can show a record. */
export type Loaded = { readonly state: "loading" | "ready" } | { readonly state: "failed"; readonly retry: () => void };

/** The component is loaded when it is first shown. */
type Explained = { NoMatch: ComponentType<NoMatchProps & { whenMissing: () => void }> };

type WithoutRecordProps = QueueChoice &
  Explained & {
    chrome: FrameChrome;
    loaded: Loaded;
    /** the reference of a running similarity search */
    head: ReactNode;
    queue: Pick<RecordQueueHandle, "phase" | "reload" | "committed">;
    controls: CriteriaControls;
    commands: PageCommands;
  };

/** Replaces the record: a skeleton, a failure, or the message that there is none (design/states.md). */
export function WithoutRecord({ chrome, loaded, head, queue, controls, commands, ...choice }: WithoutRecordProps) {
  const retry = loaded.state === "failed" ? loaded.retry : queue.phase === "failed" ? () => queue.reload() : null;
  const waiting = retry === null && (loaded.state === "loading" || queue.phase === "loading");
  const many = queue.committed.size !== null;
  const instead =
    retry !== null ? (
      <LoadFailed onRetry={retry} />
    ) : (
      <NothingHere datasetId={chrome.datasetId} controls={controls} {...choice} />
    );
  return (
    <LabelingPanes
      chrome={chrome}
      recordId={null}
      sheet={
        <Sheet label={t("annotation.queue.label")} busy={waiting}>
          {head}
          {waiting ? <RecordSkeleton many={many} /> : instead}
        </Sheet>
      }
      questions={waiting && <QuestionSkeleton many={many} />}
      actions={waiting && <RestingActions commands={commands} />}
    />
  );
}

type NothingHereProps = QueueChoice & Explained & { datasetId: string; controls: CriteriaControls };

/** The message for no records: an empty dataset, an empty queue, or no match for the criteria. */
function NothingHere({ datasetId, controls, NoMatch, ...choice }: NothingHereProps) {
  const user = useUser();
  const figures = useFigures();
  const [unexplained, setUnexplained] = useState(false);
  const { text, filters, similarity } = controls.committed;
  if ((text !== null || filters.length > 0 || similarity !== null) && !unexplained) {
    return <NoMatch datasetId={datasetId} controls={controls} whenMissing={() => setUnexplained(true)} />;
  }
  if (figures?.total === 0)
    return <EmptyDataset privileged={user !== null && isPrivileged(user)} whenMissing={nothing} />;
  return <EmptyQueue {...choice} />;
}
