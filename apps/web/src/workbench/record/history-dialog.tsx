import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import "../../lib/i18n/en/record-history.ts";
import { t } from "i18next";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import type { HistoryPage } from "../family/family.ts";

type ChangesProps<Entry> = {
  recordId: string;
  page: ReadHistory<Entry>;
  /** renders one change */
  children: (entry: Entry) => ReactNode;
};

/** The history of a record, newest first (design/record.md#history). */
export function HistoryDialog<Entry extends { readonly id: number }>({
  onClose,
  ...changes
}: ChangesProps<Entry> & { onClose: () => void }) {
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={t("recordHistory.title")} width={640}>
      <div className="max-h-[calc(100vh-240px)] overflow-auto px-6 pb-6">
        <Changes {...changes} />
      </div>
    </Dialog>
  );
}

function Changes<Entry extends { readonly id: number }>({ recordId, page, children }: ChangesProps<Entry>) {
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(recordHistoryQuery(page, recordId));
  if (isPending) return <Waiting />;
  if (isError && !isFetchNextPageError) {
    return <InlineError message={t("recordHistory.failed")} onRetry={() => void refetch()} />;
  }
  const entries = (data?.pages ?? []).flatMap((page) => page.entries);
  if (entries.length === 0) return <p className="text-soft">{t("recordHistory.none")}</p>;
  return (
    <>
      <ol aria-label={t("recordHistory.list")}>{entries.map(children)}</ol>
      {isFetchNextPageError ? (
        <InlineError message={t("recordHistory.failed")} onRetry={() => void fetchNextPage()} />
      ) : (
        hasNextPage && (
          <Button variant="ghost" className="-ml-2" inactive={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("recordHistory.older")}
          </Button>
        )
      )}
    </>
  );
}

function Waiting() {
  return (
    <Skeleton label={t("common.loading")}>
      <div className="grid gap-4 py-2">
        <SkeletonBar width="45%" />
        <SkeletonBar width="70%" />
        <SkeletonBar width="40%" />
        <SkeletonBar width="60%" />
      </div>
    </Skeleton>
  );
}

/** `before`: the id of the last entry of the previous page. */
type ReadHistory<Entry> = (recordId: string, before: number | null, signal: AbortSignal) => Promise<HistoryPage<Entry>>;

/** The query for the history of a record, newest first, page by page. */
const recordHistoryQuery = <Entry extends { readonly id: number }>(page: ReadHistory<Entry>, recordId: string) =>
  infiniteQueryOptions({
    queryKey: ["record", recordId, "history"],
    queryFn: ({ signal, pageParam }) => page(recordId, pageParam, signal),
    initialPageParam: null as number | null, // The type of the later page parameters.
    getNextPageParam: ({ entries, more }) => (more ? (entries.at(-1)?.id ?? null) : null),
  });
