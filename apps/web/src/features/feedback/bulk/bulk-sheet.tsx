import {
  type AllMatchesOffer,
  allMatchesOffer,
  type BulkSelection,
  MOST_MATCHES,
  pageMark,
} from "@postil/domain/bulk/bulk-selection";
import type { RecordStatus } from "@postil/domain/records/labeled-record";
import type { BulkSize } from "@postil/domain/search/records-address";
import { t } from "i18next";
import { type KeyboardEvent, memo, type ReactNode, type RefObject } from "react";
import { usePreference } from "../../../lib/preferences/store.ts";
import { cx, textLinkClass } from "../../../ui/cx.ts";
import { READING } from "../../../workbench/frame/use-reading-keys.ts";
import type { RecordsViewProps } from "../page/focus-view.tsx";
import { Sheet } from "../page/panes.tsx";
import type { ShownItem } from "../queue/queue-state.ts";
import { BulkHeader } from "./bulk-header.tsx";
import type { BulkListSettings } from "./bulk-list-settings-menu.tsx";
import { BulkRow, type BulkRowProps, type DrawRow } from "./bulk-row.tsx";
import type { Bulk, useBulkHandlers } from "./use-bulk.ts";

type BulkSheetProps = Pick<RecordsViewProps, "parts" | "head" | "queue" | "controls" | "commands" | "leave"> & {
  draw: DrawRow;
  /** below the list's header: for how many records "Accept suggestions" has an answer */
  note: ReactNode;
  size: BulkSize;
  bulk: Bulk;
  handlers: ReturnType<typeof useBulkHandlers>;
  list: RefObject<HTMLDivElement | null>;
};

/** The page of records with its header, on the sheet. */
export function BulkSheet(props: BulkSheetProps) {
  const { parts, draw, head, note, queue, controls, commands, leave, size, bulk, handlers, list } = props;
  const { dataset, vectors } = parts;
  const { items, total, start } = queue;
  const { selected, page, count, busy, rests, run } = bulk;
  const { selection, cursor } = selected;
  const settings = useBulkListSettings(dataset.id);
  const [sizes, setSizes] = usePreference("bulkPageSizes");
  const onSize = (next: BulkSize) => {
    setSizes({ ...sizes, [dataset.id]: next });
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
        {...{ items, total, cursor, draw, vectors, chosen: selection.chosen, refusals: run.refusals }}
        queueStatus={queue.status}
        similar={criteria.similarity !== null}
        fixed={settings.height === "fixed"}
        snap={settings.snap}
        findSimilar={controls.findSimilar}
        handlers={handlers.row}
        onMove={handlers.move}
      />
    </Sheet>
  );
}

/** The list settings of a dataset, remembered for the user (design/device.md#preferences, design/bulk.md). */
function useBulkListSettings(datasetId: string): BulkListSettings {
  const [heights, setHeights] = usePreference("bulkHeights");
  const [snap, setSnap] = usePreference("bulkSnap");
  return {
    height: heights[datasetId] ?? "expanded",
    setHeight: (height) => setHeights({ ...heights, [datasetId]: height }),
    snap,
    setSnap,
  };
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
          {offer === "included" ? t("words.undo") : t(beyond ? "bulk.all.offerFirst" : "bulk.all.offer", counts)}
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

type BulkListProps = Pick<BulkRowProps, "fixed" | "draw" | "vectors" | "findSimilar" | "handlers"> & {
  ref: RefObject<HTMLDivElement | null>;
  items: readonly ShownItem[];
  total: number;
  queueStatus: RecordStatus;
  /** True for the results of a similarity search: their score then tells how similar they are. */
  similar: boolean;
  /** Ids of the selected records. While all matches are included, every record on the page counts as selected. */
  chosen: ReadonlySet<string>;
  cursor: string | null;
  refusals: ReadonlyMap<string, string>;
  snap: boolean;
  /** Moves the cursor. The arrow keys do this while the list has the focus (design/keys.md#bulk). */
  onMove: (step: 1 | -1) => void;
};

/**
 * A page of records, at most 100 (200 similar ones). With content-visibility the browser skips layout and paint of rows far
 * from the screen. So rows may have any height, and find in page and screen readers still reach all of them.
 */
const BulkList = memo(function BulkList(props: BulkListProps) {
  const { ref, items, total, queueStatus, similar, chosen, cursor, refusals, snap, onMove, ...ofAll } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    if (!(event.target instanceof Element) || event.target.closest("[role=menu], [role=dialog]") !== null) return;
    event.preventDefault();
    onMove(event.key === "ArrowDown" ? 1 : -1);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows of a table cannot be left out of layout while they are out of sight
    <div
      ref={ref}
      role="grid"
      {...{ [READING]: "" }}
      tabIndex={-1}
      aria-label={t("bulk.list")}
      aria-multiselectable="true"
      aria-rowcount={total}
      onKeyDown={onKeyDown}
      className={cx("@container/rows outline-0 wide:min-h-0 wide:overflow-y-auto", snap && "snap-y snap-proximity")}
    >
      {items.map(({ record, position, response, status, saved, queryScore }) => (
        <BulkRow
          key={record.id}
          {...{ record, position, status, saved, response, ...ofAll }}
          queryScore={similar ? queryScore : null}
          done={status !== queueStatus}
          selected={chosen.has(record.id)}
          cursor={cursor === record.id}
          refusal={refusals.get(record.id) ?? null}
        />
      ))}
    </div>
  );
});
