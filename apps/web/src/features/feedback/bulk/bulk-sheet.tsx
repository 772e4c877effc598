import {
  type AllMatchesOffer,
  allMatchesOffer,
  type BulkSelection,
  MOST_MATCHES,
  pageMark,
} from "@postil/domain/bulk/bulk-selection";
import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { BulkSize } from "@postil/domain/search/records-address";
import { t } from "i18next";
import type { ReactNode, RefObject } from "react";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { textLinkClass } from "../../../ui/text-link.ts";
import type { PageCommands } from "../page/page-commands.ts";
import { Sheet } from "../page/sheet.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import type { Leave } from "../queue/leaving.ts";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";
import { BulkHeader } from "./bulk-header.tsx";
import { BulkList } from "./bulk-list.tsx";
import type { DrawRow } from "./bulk-row.tsx";
import type { Bulk } from "./use-bulk.ts";
import type { useBulkHandlers } from "./use-bulk-handlers.ts";
import { useBulkListSettings } from "./use-bulk-list-settings.ts";

type BulkSheetProps<Of extends LabeledRecord> = {
  datasetId: string;
  draw: DrawRow<Of>;
  vectors: readonly VectorSettings[];
  /** the reference of a running similarity search */
  head: ReactNode;
  /** below the list's header: for how many records "Accept suggestions" has an answer */
  note: ReactNode;
  queue: Pick<
    RecordQueueHandle<Of>,
    "items" | "total" | "start" | "status" | "loading" | "committed" | "hasPage" | "show"
  >;
  controls: CriteriaControls;
  /** in this list they turn the pages */
  commands: PageCommands;
  leave: Leave;
  size: BulkSize;
  bulk: Bulk;
  handlers: ReturnType<typeof useBulkHandlers>;
  list: RefObject<HTMLDivElement | null>;
};

/** The page of records with its header, on the sheet. */
export function BulkSheet<Of extends LabeledRecord>(props: BulkSheetProps<Of>) {
  const { datasetId, draw, vectors, head, note, queue, controls, commands, leave, size } = props;
  const { bulk, handlers, list } = props;
  const { items, total, start } = queue;
  const { selected, page, count, busy, rests, run } = bulk;
  const { selection, cursor } = selected;
  const settings = useBulkListSettings(datasetId);
  const [sizes, setSizes] = usePreference("bulkPageSizes");
  const onSize = (next: BulkSize) => {
    setSizes({ ...sizes, [datasetId]: next });
    // Another page size starts at the first page (design/bulk.md).
    leave(() => void queue.show({ ...queue.committed, page: 1, size: next }));
  };
  const { criteria } = queue.committed;
  const offer = allMatchesOffer({ selection, page, size, total, criteria });
  const percent = run.underway === null ? null : (run.underway.percent ?? 0);
  return (
    <Sheet label={t("bulk.list")} busy={queue.loading}>
      <div>
        {head}
        <BulkHeader
          mark={pageMark(selection, page)}
          onPage={selected.togglePage}
          selected={count}
          accept={{
            command: handlers.record.accept,
            enabled: count > 0 && !rests,
            running: run.underway?.kind === "accepted" ? percent : null,
          }}
          place={{ from: start, to: start + items.length - 1, total: Math.max(total, start + items.length - 1) }}
          turns={{ back: queue.hasPage(-1), on: queue.hasPage(1) }}
          commands={commands}
          size={size}
          onSize={onSize}
          settings={settings}
          running={percent}
        >
          {note}
          <div role="status">
            {(offer !== null || selection.allMatches) && (
              <AllMatches
                total={total}
                offer={selection.allMatches ? "included" : offer}
                disabled={busy}
                onInclude={selected.includeAllMatches}
                onUndo={selected.leaveAllMatches}
              />
            )}
          </div>
        </BulkHeader>
      </div>
      <BulkList
        ref={list}
        items={items}
        total={total}
        queueStatus={queue.status}
        similar={criteria.similarity !== null}
        chosen={selection.chosen}
        cursor={cursor}
        refusals={run.refusals}
        fixed={settings.height === "fixed"}
        snap={settings.snap}
        draw={draw}
        vectors={vectors}
        findSimilar={controls.findSimilar}
        handlers={handlers.row}
        onMove={handlers.move}
      />
    </Sheet>
  );
}

type AllMatchesProps = {
  total: number;
  offer: AllMatchesOffer | "included" | null;
  disabled: boolean;
  onInclude: () => void;
  onUndo: () => void;
};

/**
 * A line below the header. It offers to include every match, or as many as one action allows, and to undo that. Otherwise it
 * tells why not (FBU-12).
 */
function AllMatches({ total, offer, disabled, onInclude, onUndo }: AllMatchesProps) {
  const counts = { count: total, most: MOST_MATCHES };
  const beyond = total > MOST_MATCHES;
  return (
    <p className="flex min-h-9 flex-wrap items-center gap-x-2 bg-accent-fill pr-6 pl-16 tabular-nums fill-ring max-md:pl-14">
      {offer === "narrow" && <span>{t("bulk.all.narrow", counts)}</span>}
      {offer === "first" && <span>{t("bulk.all.beyond", counts)}</span>}
      {offer === "included" && <span>{t(beyond ? "bulk.all.onFirst" : "bulk.all.on", counts)}</span>}
      {offer !== "narrow" && (
        <button
          type="button"
          disabled={disabled}
          onClick={offer === "included" ? onUndo : onInclude}
          className={textLinkClass}
        >
          {offer === "included" ? t("common.undo") : t(beyond ? "bulk.all.offerFirst" : "bulk.all.offer", counts)}
        </button>
      )}
    </p>
  );
}

/** Two lines above the form: the records that will be written (design/bulk.md). */
export function BulkNote({ selection, count, total }: { selection: BulkSelection; count: number; total: number }) {
  const all = total > count ? "first" : "allMatches";
  const which = count === 0 ? "none" : selection.allMatches ? all : "chosen";
  return (
    <p className="mx-6 mt-4 mb-3 border-line border-l-2 pl-3 text-soft max-md:mx-4 wide:ml-8">
      {t(`bulk.note.${which}`, { count })}
    </p>
  );
}
