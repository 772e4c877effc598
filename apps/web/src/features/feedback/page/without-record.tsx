import { isPrivileged } from "@postil/domain/accounts/policies";
import { RECORD_STATUSES } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useUser } from "../../../lib/session/store.ts";
import { cx, textLinkClass } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Skeleton, SkeletonBar } from "../../../ui/skeleton.tsx";
import { StatusPill } from "../../../ui/status.tsx";
import { LoadFailed, SheetMessage, SheetMessageText } from "../../../workbench/frame/sheet-message.tsx";
import type { QueueChoice } from "../bar/status-list.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import { useFigures } from "../queue/progress.tsx";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";
import { RestingActions } from "./action-bar.tsx";
import type { PageCommands } from "./page-commands.ts";
import { type FrameChrome, LabelingPanes, Sheet } from "./panes.tsx";

const NoMatch = lazyPart(() => import("../filters/no-match.tsx"));
const EmptyDataset = lazyPart(() => import("../../../workbench/frame/empty-dataset.tsx"));

/** Placeholder while the records are loaded but the code of the bulk view is not. */
export function Waiting({ chrome, commands }: { chrome: FrameChrome; commands: PageCommands }) {
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
type Loaded = { readonly state: "loading" | "ready" } | { readonly state: "failed"; readonly retry: () => void };

type WithoutRecordProps = QueueChoice & {
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

/** The message for no records: an empty dataset, an empty queue, or no match for the criteria. */
function NothingHere(props: QueueChoice & { datasetId: string; controls: CriteriaControls }) {
  const { datasetId, controls, ...choice } = props;
  const user = useUser();
  const figures = useFigures();
  const [unexplained, setUnexplained] = useState(false);
  const { text, filters, similarity } = controls.committed;
  if ((text !== null || filters.length > 0 || similarity !== null) && !unexplained) {
    return <NoMatch datasetId={datasetId} controls={controls} whenMissing={() => setUnexplained(true)} />;
  }
  if (figures?.total === 0) return <EmptyDataset privileged={user !== null && isPrivileged(user)} />;
  return <EmptyQueue {...choice} />;
}

/** An empty queue: explains it, and links to queues with records (design/states.md). */
export function EmptyQueue({ status, onStatus }: QueueChoice) {
  const progress = useFigures();
  const others = RECORD_STATUSES.filter((other) => other !== status && (progress?.[other] ?? 0) > 0);
  return (
    <SheetMessage title={t(`annotation.queue.empty.${status}`)}>
      <SheetMessageText>{t(`annotation.queue.emptyText.${status}`)}</SheetMessageText>
      <ul aria-label={t("annotation.queue.others")}>
        {others.map((other) => (
          <li key={other} className="flex h-11 max-w-80 items-center justify-between shadow-[0_1px_0_var(--line)]">
            <StatusPill status={other} />
            <button type="button" onClick={() => onStatus(other)} className={textLinkClass}>
              {t("words.records", { count: progress?.[other] ?? 0 })}
            </button>
          </li>
        ))}
      </ul>
    </SheetMessage>
  );
}

const FIELDS = [
  { title: 56, lines: ["100%", "94%", "38%"] },
  { title: 80, lines: ["97%", "100%", "91%"] },
] as const;

const QUESTIONS = [
  { title: 232, round: true, options: [76, 116, 108, 120] },
  { title: 184, round: false, options: [92, 124, 88, 104, 116, 72, 132, 96] },
] as const;

/** Placeholder in the exact place of a record's text, or of several records in bulk view (design/shell.md#loading). */
function RecordSkeleton({ many = false }: { many?: boolean }) {
  if (many) return <RowsSkeleton />;
  return (
    <Skeleton label={t("annotation.loading")}>
      <div className="flex h-12 items-center gap-2 pr-3 pl-6 text-soft opacity-60 max-md:h-11 max-md:px-4">
        <div className="-ml-2 flex w-32 flex-none max-md:hidden">
          <span className="grid size-control place-items-center">
            <Icon of={ArrowLeft} />
          </span>
          <span className="grid size-control place-items-center">
            <Icon of={ArrowRight} />
          </span>
        </div>
        <SkeletonBar width={248} />
      </div>
      <div className="pt-4 pb-12">
        {FIELDS.map(({ title, lines }) => (
          <div
            key={title}
            className="grid grid-cols-[104px_minmax(0,var(--record-measure))] gap-x-6 px-6 max-md:block max-md:px-4 [&+div]:mt-8"
          >
            <div className="pt-2">
              <SkeletonBar width={title} />
            </div>
            <div>
              {lines.map((width) => (
                <div key={width} className="flex h-7 items-center">
                  <SkeletonBar width={width} height={14} />
                </div>
              ))}
            </div>
          </div>
        ))}
      </div>
    </Skeleton>
  );
}

function RowsSkeleton() {
  return (
    <Skeleton label={t("annotation.loading")}>
      <div className="flex h-12 items-center gap-6 pl-6 shadow-[0_1px_0_var(--line)] max-md:pl-4">
        <SkeletonBar width={16} height={16} />
        <SkeletonBar width={248} />
      </div>
      {FIELDS.map((row) => (
        <div
          key={row.title}
          className="grid grid-cols-[40px_minmax(0,1fr)] py-4 pr-4 pl-6 max-md:py-2 max-md:pl-4 [&+div+div]:shadow-[inset_0_1px_0_var(--line)]"
        >
          <div className="flex h-7 items-center max-md:h-11">
            <SkeletonBar width={16} height={16} />
          </div>
          <div className="max-md:pt-11">
            {FIELDS.map(({ title, lines }) =>
              lines.map((width) => (
                <div key={title + width} className="flex h-7 items-center">
                  <SkeletonBar width={width} height={14} />
                </div>
              )),
            )}
          </div>
        </div>
      ))}
    </Skeleton>
  );
}

/** `many`: leaves room for the note above the form in bulk view. */
function QuestionSkeleton({ many = false }: { many?: boolean }) {
  return (
    <div aria-hidden="true" className={cx("order-1 px-6 pb-6 max-md:px-4 wide:pl-8", many ? "pt-20" : "pt-3")}>
      {QUESTIONS.map(({ title, round, options }) => (
        <div key={title} className="[&+div]:mt-6">
          <div className="mb-2 flex h-6 items-center">
            <SkeletonBar width={title} />
          </div>
          <div className="flex flex-wrap gap-2">
            {options.map((width) => (
              <SkeletonBar key={width} width={width} height={32} round={round} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
