import { asksForAll, RESET_SEARCH } from "@postil/domain/tasks/task-view";
import { t } from "i18next";
import { useEffect } from "react";
import { failureOf } from "../../../lib/api/failure.ts";
import { useReach } from "../../../lib/connection/connection.ts";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { EmptyState, InlineError } from "../../../ui/no-content.tsx";
import { Skeleton, SkeletonBar } from "../../../ui/skeleton.tsx";
import { isClosed, refusedQuery } from "../query/parts.ts";
import { useTaskPage } from "../state/task-page-context.ts";

const EmptyDataset = lazyPart(() => import("../../../workbench/frame/empty-dataset.tsx"));
const UnknownFieldsNote = lazyPart(() => import("../query/query-notes.tsx").then((m) => m.UnknownFieldsNote));
const ClosedDataset = lazyPart(() => import("./closed-dataset.tsx"));

/** Shown instead of records: they are loading, none matches, there are none, or the search failed. */
export function RecordsState() {
  const page = useTaskPage();
  const { results, failure, view, changeView, refresh, privileged } = page;
  const online = useReach() === "online";
  const isRefused = refusedQuery(failure) !== null;
  const isUnreached = failure !== null && failureOf(failure)?.status === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server could not be asked for is asked for on its return alone
  useEffect(() => {
    if (online && isUnreached) refresh();
  }, [online]);
  if (isClosed(failure)) return <ClosedDataset />;
  if (failure !== null && !isRefused)
    return (
      <div className="p-6">
        <InlineError message={t(online ? "tasks.failed" : "annotation.queue.offline")} onRetry={refresh} />
      </div>
    );
  if (results === null && !isRefused) return <RecordRowsSkeleton />;
  if (!isRefused && asksForAll(view.filters))
    return (
      // Aligned with the texts of this list.
      <div className="-ml-20 max-md:ml-0">
        <EmptyDataset privileged={privileged} />
      </div>
    );
  return (
    <div className="flex-1 px-18 py-12 max-md:px-4">
      {isRefused ? (
        // The error message stands below the search.
        <EmptyState title={t("taskQuery.search.failed")} />
      ) : (
        <EmptyState
          title={t("tasks.empty.none")}
          actions={<Button onClick={() => changeView(RESET_SEARCH)}>{t("tasks.empty.reset")}</Button>}
        >
          {t("tasks.empty.noneText")}
          <UnknownFieldsNote page={page} />
        </EmptyState>
      )}
    </div>
  );
}

/** A placeholder for the sheet of records, with grey lines, while the page loads. */
export function RecordsSkeleton() {
  return (
    <div className="grid min-h-0 flex-1 grid-rows-[auto_minmax(0,1fr)_auto]">
      <div className="h-(--bar) max-md:h-0" />
      <div className="mx-6 flex min-h-0 flex-col overflow-hidden rounded-panel border border-line bg-surface max-md:mx-0">
        <div className="h-11.25 flex-none border-line border-b max-md:h-[53px]" />
        <RecordRowsSkeleton />
      </div>
      <div className="h-(--foot) max-md:h-11" />
    </div>
  );
}

const LINES = ["96%", "100%", "62%"] as const;

function RecordRowsSkeleton() {
  return (
    <Skeleton label={t("tasks.loading")} className="flex-1">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="relative border-line border-b px-16 pt-4 pb-8 max-md:px-4 max-md:pt-2">
          <div className="absolute top-5 left-6 max-md:static max-md:mb-2 max-md:flex max-md:h-11 max-md:items-center">
            <SkeletonBar width={16} height={16} />
          </div>
          {LINES.map((width) => (
            <div key={width} className="flex h-7 max-w-(--record-measure) items-center">
              <SkeletonBar width={width} height={14} />
            </div>
          ))}
        </div>
      ))}
    </Skeleton>
  );
}
