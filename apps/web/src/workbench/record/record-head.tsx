import type { OwnResponse, RecordStatus } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import { ArrowLeft, ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { StatusPill } from "../../ui/status.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import type { SimilarPlaceProps } from "./similar-place.tsx";

export type RecordHeadProps = {
  /** its number in the session; null for a record opened by a link */
  position: number | null;
  /** number of records left in the queue; null if the record is no longer in this queue */
  left: number | null;
  queueStatus: RecordStatus;
  /** the results of a similarity search: number, order, and the score of this record; null without a search */
  similar: Omit<SimilarPlaceProps, "position"> | null;
  response: OwnResponse | null;
  status: RecordStatus;
  previous: { enabled: boolean; run: () => void; keys?: string | undefined };
  next: { enabled: boolean; run: () => void; keys?: string | undefined };
  /** notes at the right, before the menu, such as a failed save */
  notes?: ReactNode;
  menu: ReactNode;
};

const SimilarPlace = lazyPart(() => import("./similar-place.tsx"));

/** The head of a record: its position, the records left, and its status. */
export function RecordHead(props: RecordHeadProps) {
  const { response, status, previous, next, notes, menu } = props;
  return (
    <header className="flex min-h-12 items-center gap-2 pr-3 pl-6 text-soft max-md:min-h-11 max-md:gap-0 max-md:px-1 max-[399px]:flex-wrap">
      <div className="-ml-2 flex w-32 flex-none max-md:contents @max-[560px]/head:w-auto">
        <IconButton
          icon={ArrowLeft}
          label={t("annotation.record.previous")}
          keys={previous.keys}
          disabled={!previous.enabled}
          onClick={previous.run}
        />
        <IconButton
          icon={ArrowRight}
          label={t("annotation.record.next")}
          keys={next.keys}
          disabled={!next.enabled}
          onClick={next.run}
          className="max-md:order-1"
        />
      </div>
      <div className="min-w-0 max-[399px]:order-4 max-[399px]:flex-[1_60%] max-[399px]:px-3 md:@container/place md:flex-1">
        <p className="flex items-center gap-2 truncate whitespace-nowrap tabular-nums max-md:gap-1.5">
          <Place {...props} />
        </p>
      </div>
      <span className="flex-1 max-md:order-2 md:hidden" />
      <div className="peer flex flex-none items-center gap-2 max-md:order-3 max-md:px-1 max-[399px]:order-5 max-[399px]:pr-3">
        {notes}
      </div>
      {/* On a phone, the "not saved" note replaces "Pending", which it implies. */}
      <div
        className={cx(
          "flex flex-none items-center gap-2 max-md:order-3 max-md:gap-1",
          status === "pending" && "max-md:peer-not-empty:*:first:hidden",
        )}
      >
        {typeof response?.updatedAt === "number" && (
          <span className="whitespace-nowrap max-md:hidden @max-[800px]/head:hidden">
            {t("annotation.record.updated")} <RelativeTime at={response.updatedAt} />
          </span>
        )}
        <StatusPill status={status} filled={status !== "pending"} />
        {menu}
      </div>
    </header>
  );
}

/**
 * When space gets narrow, words disappear before numbers. The record's number and the number of records left are never cut.
 */
function Place({ position, left, queueStatus, similar }: RecordHeadProps) {
  if (position === null) return <b className="text-ink">{t("annotation.record.opened")}</b>;
  if (similar !== null) return <SimilarPlace position={position} {...similar} />;
  return (
    <>
      <b className="min-w-0 truncate text-ink">{t("annotation.record.label", { position })}</b>
      <span className="shrink-[9999] truncate max-md:hidden @max-[380px]/place:hidden">{t("words.session")}</span>
      {left !== null && (
        <>
          <span aria-hidden="true" className="size-[3px] flex-none rounded-full bg-edge" />
          <b className="flex-none text-ink">{t("annotation.record.left", { count: left })}</b>
          <span className="shrink-[9999] truncate max-md:hidden @max-[280px]/place:hidden">
            {t("annotation.record.inQueue", { status: t(`answerStatus.name.${queueStatus}`) })}
          </span>
        </>
      )}
    </>
  );
}
