import { useInfiniteQuery } from "@tanstack/react-query";
import { t } from "i18next";
import type { ReactNode } from "react";
import "../../lib/i18n/en/record-history.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { type ReadHistory, recordHistoryQuery } from "./record-history-query.ts";

type ChangesProps<Entry> = {
  recordId: string;
  page: ReadHistory<Entry>;
  /** draws one change */
  children: (entry: Entry) => ReactNode;
};

/** What was done to a record, the latest first (design/record.md#history). */
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
