import type { VectorSettings } from "@postil/domain/datasets/metadata-property";
import type { OwnResponse, RecordStatus } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { memo, type ReactNode } from "react";
import { usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { usePhone } from "../../../ui/media.ts";
import { StatusPill } from "../../../ui/status.tsx";
import { RelativeTime } from "../../../ui/time.tsx";
import { FlagButton } from "../../../workbench/record/flags.tsx";
import type { SimilarPlaceProps } from "../../../workbench/record/similar-place.tsx";
import { NotSavedPill } from "../../../workbench/saving/not-saved-pill.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import type { ShownItem, Waiting } from "../queue/queue-state.ts";
import { SimilarButton } from "../record/similar-button.tsx";
import type { PageCommands } from "./page-commands.ts";
import { Sheet } from "./panes.tsx";

type RecordSheetProps = Pick<ShownItem, "record" | "position" | "response" | "status" | "saved" | "queryScore"> & {
  vectors: readonly VectorSettings[];
  /** the text of the record, and its menu; both stable between renders */
  body: ReactNode;
  menu: ReactNode;
  /** the reference of a running similarity search */
  head: ReactNode;
  controls: CriteriaControls;
  /** number of records that match the criteria */
  total: number;
  left: number;
  queueStatus: RecordStatus;
  hasPrevious: boolean;
  /** the reason why the requested next record is not shown yet */
  waiting: Waiting;
  commands: PageCommands;
};

/** The record with its head. It does not render when another record is saved. */
export const RecordSheet = memo(function RecordSheet(props: RecordSheetProps) {
  const { record, position, response, status, saved, queryScore, left, queueStatus, hasPrevious, waiting } = props;
  const { vectors, body, menu, head, controls, total, commands } = props;
  const previousKeys = usePrintedKeys(commands.previous);
  const nextKeys = usePrintedKeys(commands.next);
  const phone = usePhone();
  const { similarity } = controls.committed;
  const note = (
    <span role="status" className={cx("empty:absolute", waiting === "connection" && "text-edited")}>
      {waiting !== null && t(waiting === "connection" ? "annotation.queue.offline" : "annotation.record.waiting")}
    </span>
  );
  const similar = <SimilarButton record={record} vectors={vectors} findSimilar={controls.findSimilar} keyed />;
  return (
    <Sheet label={position === null ? t("annotation.record.opened") : t("annotation.record.label", { position })}>
      <div className="@container/head">
        {head}
        <RecordHead
          position={position}
          left={status === queueStatus ? left : null}
          queueStatus={queueStatus}
          similar={similarity && { order: similarity.order, total, score: queryScore }}
          response={response}
          status={status}
          previous={{ enabled: hasPrevious, run: commands.previous.run, keys: previousKeys }}
          next={{ enabled: true, run: commands.next.run, keys: nextKeys }}
          notes={
            <>
              {!phone && note}
              <NotSavedPill recordId={record.id} saved={saved} />
            </>
          }
          menu={
            <>
              {!phone && similar}
              <FlagButton recordId={record.id} datasetId={record.datasetId} keyed />
              {menu}
            </>
          }
        />
        {phone && <p className={cx(waiting !== null && "px-4 pb-2 text-soft")}>{note}</p>}
      </div>
      {body}
      {phone && vectors.length > 0 && <div className="px-2 pb-4">{similar}</div>}
    </Sheet>
  );
});

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

const SimilarPlace = lazyPart(() => import("../../../workbench/record/similar-place.tsx"));

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
