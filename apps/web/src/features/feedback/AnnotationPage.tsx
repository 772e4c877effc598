import { openForm } from "@postil/domain/answers/answer-form";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { memo, useCallback, useMemo, useRef, useState } from "react";
import { useToastsAtLeft } from "../../lib/toasts/store.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { InHeader } from "../../ui/in-header.tsx";
import { usePageTitle } from "../../ui/layouts/frame.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { RecordOf } from "../../unsent/records-on-server.ts";
import { FamilyContext } from "../../workbench/family/family.ts";
import { FilterByValueProvider } from "../../workbench/record/filter-by-value.tsx";
import { Matches } from "../../workbench/record/matches.tsx";
import { SavingIndicator } from "../../workbench/saving/saving-indicator.tsx";
import { Bar } from "./bar/bar.tsx";
import { useViewMode } from "./bar/bar-commands.ts";
import { NotePlace } from "./bar/bar-parts.tsx";
import { useDatasetParts } from "./page/dataset-parts.ts";
import { FocusView } from "./page/focus-view.tsx";
import { useChrome } from "./page/foot.tsx";
import { WorkbenchFrame } from "./page/panes.tsx";
import { useAnnotation } from "./page/use-annotation.ts";
import { Waiting, WithoutRecord } from "./page/without-record.tsx";
import type { CriteriaControls } from "./queue/criteria-controls.ts";
import { EndNotice, ProgressProvider, QueueCommands } from "./queue/progress.tsx";
import type { RecordQueueHandle } from "./queue/use-record-queue.ts";
import { SimilarityBar } from "./record/similarity-bar.tsx";
import { FEEDBACK_FAMILY } from "./wire/feedback-family.ts";

/** The page works without it, so a failed download is ignored silently. */
const ExportShown = lazyPart(() => import("./export/export-shown.tsx").catch(() => ({ default: () => null })));

const QueueViews = lazyPart(() => import("./bar/queue-views.tsx"));
const Reference = lazyPart(() => import("./record/reference.tsx"));

/** The form before the first record arrives. */
const NO_FORM = openForm({ questions: [], fields: null, response: null, suggestions: [], draft: null });

type AnnotationPageProps = {
  datasetId: string;
  /** goes to a record; it may be in another dataset, because unsaved work may be in any dataset */
  onGoToRecord: (of: RecordOf) => void;
};

/** The annotation page of a feedback dataset, below the header: one record at a time with its questions (FQU-01, FQU-02). */
export function AnnotationPage({ datasetId, onGoToRecord }: AnnotationPageProps) {
  useToastsAtLeft();
  return (
    <FamilyContext value={FEEDBACK_FAMILY}>
      <ProgressProvider datasetId={datasetId}>
        <Page datasetId={datasetId} onGoToRecord={onGoToRecord} />
      </ProgressProvider>
    </FamilyContext>
  );
}

function Page({ datasetId, onGoToRecord }: AnnotationPageProps) {
  const loaded = useDatasetParts(datasetId);
  const parts = loaded.state === "ready" ? loaded.parts : null;
  usePageTitle(parts?.dataset.name);
  /** the form of the record on screen */
  const formRef = useRef(NO_FORM);
  const annotation = useAnnotation(datasetId, formRef);
  const { queue, actions, drafts, panels, commands, leave, goTo, showAs, open } = annotation;
  const { controls, atHand } = useFindSimilar(annotation.controls, queue);
  const views = useMemo(
    () => <QueueViews datasetId={datasetId} controls={controls} onOpenRecord={open} />,
    [datasetId, controls, open],
  );
  const { similarity } = queue.committed.criteria;
  const view = useViewMode(datasetId, {
    size: queue.committed.size,
    there: queue.current !== null,
    onShow: showAs,
  });
  const vectors = parts?.vectors;
  const head = useMemo(
    () =>
      vectors && (
        <SimilarityBar datasetId={datasetId} vectors={vectors} controls={controls}>
          {(search) => <Reference {...search} atHand={atHand} />}
        </SimilarityBar>
      ),
    [datasetId, vectors, controls, atHand],
  );
  const { message, change, canUndo } = actions;
  const chrome = useChrome(datasetId, parts?.dataset ?? null, panels, { commands, message, change, canUndo });
  const shared = { chrome, head, queue, controls, commands };
  const record = { ...shared, drafts, leave, linkTo: annotation.linkTo };
  const [notePlace, setNotePlace] = useState<HTMLElement | null>(null);
  const goToRecord = useCallback(
    (entry: RecordOf) => (entry.datasetId === datasetId ? open(entry.recordId) : onGoToRecord(entry)),
    [datasetId, open, onGoToRecord],
  );
  return (
    <>
      <Saving datasetId={datasetId} onGoToRecord={goToRecord} />
      <InHeader slot="actions">
        <ExportShown datasetId={datasetId} criteria={queue.committed.criteria} />
      </InHeader>
      <QueueCommands status={queue.status} onStatus={goTo} />
      <EndNotice ends={annotation.ends} status={queue.status} similar={similarity !== null} onStatus={goTo} />
      <Matches text={queue.committed.criteria.text}>
        <WorkbenchFrame
          chrome={chrome}
          bar={<Bar datasetId={datasetId} controls={controls} noteRef={setNotePlace} views={views} {...view} />}
        >
          <FilterByValueProvider change={controls.change}>
            <NotePlace value={notePlace}>
              {parts !== null && queue.committed.size !== null && queue.items.length > 0 ? (
                <BulkView
                  {...record}
                  parts={parts}
                  writing={annotation.writing}
                  size={queue.committed.size}
                  tell={actions.tellStep}
                  meanwhile={<Waiting chrome={chrome} commands={commands} />}
                  whenMissing={() => showAs(null)}
                />
              ) : parts !== null && queue.current !== null ? (
                <FocusView
                  {...record}
                  parts={parts}
                  item={queue.current}
                  actions={actions}
                  openings={annotation.openings}
                  formRef={formRef}
                />
              ) : (
                <WithoutRecord {...shared} loaded={loaded} status={queue.status} onStatus={goTo} />
              )}
            </NotePlace>
          </FilterByValueProvider>
        </WorkbenchFrame>
      </Matches>
    </>
  );
}

/**
 * Returns the controls, and `atHand`: the reference record of a search, so that its bar need not load a record that was on the
 * page (FFI-24).
 */
function useFindSimilar(controls: CriteriaControls, { current, items }: Pick<RecordQueueHandle, "current" | "items">) {
  const reference = useRef<FeedbackRecord>(undefined);
  const findSimilar = useLatest<Parameters<CriteriaControls["findSimilar"]>, void>((similarity) => {
    const shown = current === null ? items : [current];
    reference.current = shown.find(({ record }) => record.id === similarity.recordId)?.record ?? reference.current;
    controls.findSimilar(similarity);
  });
  return { controls: useMemo(() => ({ ...controls, findSimilar }), [controls, findSimilar]), atHand: reference };
}

const Saving = memo(function Saving(props: AnnotationPageProps) {
  return (
    <InHeader slot="saving">
      <SavingIndicator {...props} />
    </InHeader>
  );
});

const BulkView = lazyPart(() => import("./bulk/bulk-view.tsx"));
