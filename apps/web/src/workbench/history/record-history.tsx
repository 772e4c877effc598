import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import "../../lib/i18n/record-history-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { useFamily } from "../family/family.ts";
import { HistoryChange } from "./history-change.tsx";
import { recordHistoryQuery } from "./record-history-query.ts";

type RecordHistoryProps = { recordId: string; onClose: () => void };

/**
 * What was done to the answers of a record: the reader's own, for managers everybody's (design/record.md#history). Lazily
 * loaded.
 */
export default function RecordHistory({ recordId, onClose }: RecordHistoryProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={t("recordHistory.title")} width={640}>
      <div className="max-h-[calc(100vh-240px)] overflow-auto px-6 pb-6">
        <Changes recordId={recordId} />
      </div>
    </Dialog>
  );
}

function Changes({ recordId }: { recordId: string }) {
  const { t } = useTranslation();
  const { history } = useFamily();
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(recordHistoryQuery(history, recordId));
  if (isPending) return <Waiting />;
  if (isError && !isFetchNextPageError) {
    return <InlineError message={t("recordHistory.failed")} onRetry={() => void refetch()} />;
  }
  const entries = (data?.pages ?? []).flatMap((page) => page.entries);
  if (entries.length === 0) return <p className="text-soft">{t("recordHistory.none")}</p>;
  return (
    <>
      <ol aria-label={t("recordHistory.list")}>
        {entries.map((entry) => (
          <HistoryChange key={entry.id} entry={entry} />
        ))}
      </ol>
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
  const { t } = useTranslation();
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
