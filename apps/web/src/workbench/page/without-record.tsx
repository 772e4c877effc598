import { isPrivileged } from "@postil/domain/accounts/policies";
import { t } from "i18next";
import { type ComponentType, type ReactNode, useState } from "react";
import { useUser } from "../../lib/session/use-session.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { PageCommands } from "../actions/page-commands.ts";
import { RestingActions } from "../actions/resting-actions.tsx";
import type { QueueChoice } from "../bar/status-list.tsx";
import type { CriteriaControls } from "../criteria/criteria-controls.ts";
import type { FrameChrome } from "../frame/frame.tsx";
import { LabelingPanes } from "../frame/labeling-panes.tsx";
import { useFigures } from "../queue/figures.ts";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";
import { Sheet } from "../record/sheet.tsx";
import { EmptyQueue } from "../states/empty-queue.tsx";
import type { NoMatchProps } from "../states/no-match.tsx";
import { LoadFailed } from "../states/sheet-message.tsx";
import { QuestionSkeleton, RecordSkeleton } from "../states/skeleton.tsx";

const nothing = () => undefined;
const EmptyDataset = lazyPart(() => import("../states/empty-dataset.tsx"));

type WaitingProps = { chrome: FrameChrome; commands: PageCommands };

/** The records are there, the code of bulk view is on its way. */
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

/** Of what must be known of the dataset before a record can stand on the page. */
export type Loaded = { readonly state: "loading" | "ready" } | { readonly state: "failed"; readonly retry: () => void };

/** It loads when it is first shown. */
type Explained = { NoMatch: ComponentType<NoMatchProps & { whenMissing: () => void }> };

type WithoutRecordProps = QueueChoice &
  Explained & {
    chrome: FrameChrome;
    loaded: Loaded;
    /** what the records are like, while a similarity search runs */
    head: ReactNode;
    queue: Pick<RecordQueueHandle, "phase" | "reload" | "committed">;
    controls: CriteriaControls;
    commands: PageCommands;
  };

/** What stands where a record would: its skeleton, a failure, or the word that there is none (design/states.md). */
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

/** An empty queue, in a dataset that has records or has none; or nothing in it that answers to what is asked for. */
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
