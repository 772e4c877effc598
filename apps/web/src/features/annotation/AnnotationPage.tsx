import type { OutboxEntry } from "@postil/domain/outbox-entry";
import { isPrivileged } from "@postil/domain/policies";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/session/use-session.ts";
import { useToastsAtLeft } from "../../lib/toasts/corner.ts";
import { InHeader } from "../../ui/in-header.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { Bar } from "./bar/bar.tsx";
import type { QueueChoice } from "./bar/status-list.tsx";
import { Frame } from "./frame/frame.tsx";
import { RestingActions } from "./page/resting-actions.tsx";
import { useAddress } from "./page/use-address.ts";
import { useAnnotation } from "./page/use-annotation.ts";
import { useChrome } from "./page/use-chrome.tsx";
import { useDatasetParts } from "./page/use-dataset-parts.ts";
import { Workbench } from "./page/workbench.tsx";
import { Sheet } from "./record/sheet.tsx";
import { SavingIndicator } from "./saving/saving-indicator.tsx";
import { useFailureToasts } from "./saving/use-failure-toasts.ts";
import { EmptyDataset } from "./states/empty-dataset.tsx";
import { EmptyQueue } from "./states/empty-queue.tsx";
import { LoadFailed } from "./states/load-failed.tsx";
import { QuestionBones, RecordBones } from "./states/skeleton.tsx";

/** The annotation page of a feedback dataset, below the header: one record at a time with its questions (FQU-01, FQU-02). */
export function AnnotationPage({ datasetId }: { datasetId: string }) {
  const { t } = useTranslation();
  useToastsAtLeft();
  const loaded = useDatasetParts(datasetId);
  const parts = loaded.state === "ready" ? loaded.parts : null;
  usePageTitle(parts?.dataset.name);
  const address = useAddress();
  const annotation = useAnnotation(datasetId, address);
  const { queue, progress, commands, goTo } = annotation;
  const chrome = useChrome({ datasetId, dataset: parts?.dataset ?? null, ...annotation });
  const { history } = useRouter();
  // What is not saved may be of another dataset.
  const goToRecord = (entry: Pick<OutboxEntry, "datasetId" | "recordId">) =>
    entry.datasetId === datasetId
      ? annotation.open(entry.recordId)
      : history.push(`/dataset/${entry.datasetId}/annotation-mode?record=${entry.recordId}`);
  useFailureToasts(goToRecord);
  const choice: QueueChoice = { status: queue.status, progress, onStatus: goTo };

  const saving = (
    <InHeader slot="saving">
      <SavingIndicator onGoToRecord={goToRecord} />
    </InHeader>
  );
  if (parts !== null && queue.current !== null) {
    return (
      <>
        {saving}
        <Workbench
          chrome={chrome}
          choice={choice}
          parts={parts}
          item={queue.current}
          annotation={annotation}
          linkTo={address.linkTo}
        />
      </>
    );
  }
  const retry = loaded.state === "failed" ? loaded.retry : queue.phase === "failed" ? () => queue.reload() : null;
  const waiting = retry === null && (parts === null || queue.phase === "loading");
  return (
    <>
      {saving}
      <Frame
        chrome={chrome}
        recordId={null}
        bar={<Bar choice={choice} />}
        sheet={
          <Sheet label={t("annotation.queue.label")} busy={waiting}>
            {waiting ? (
              <RecordBones />
            ) : retry !== null ? (
              <LoadFailed onRetry={retry} />
            ) : (
              <NothingHere choice={choice} />
            )}
          </Sheet>
        }
        questions={waiting && <QuestionBones />}
        actions={waiting && <RestingActions commands={commands} />}
      />
    </>
  );
}

/** An empty queue, in a dataset that has records or has none. */
function NothingHere({ choice }: { choice: QueueChoice }): ReactNode {
  const user = useUser();
  if (choice.progress?.total === 0) return <EmptyDataset privileged={user !== null && isPrivileged(user)} />;
  return <EmptyQueue {...choice} />;
}
