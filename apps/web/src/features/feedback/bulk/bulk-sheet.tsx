import {
  type AllMatchesOffer,
  allMatchesOffer,
  type BulkSelection,
  MOST_MATCHES,
  pageMark,
} from "@postil/domain/bulk/bulk-selection";
import type { RecordStatus } from "@postil/domain/records/labeled-record";
import { BULK_SIZES, type BulkSize, bulkSizeOf } from "@postil/domain/search/records-address";
import { t } from "i18next";
import { ArrowLeft, ArrowRight, ChevronDown, Settings } from "lucide-react";
import { type KeyboardEvent, memo, type ReactNode, type RefObject } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { usePreference } from "../../../lib/preferences/store.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { CommandButton } from "../../../ui/command-button.tsx";
import { cx, textLinkClass } from "../../../ui/cx.ts";
import { Star } from "../../../ui/icon.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { READING } from "../../../workbench/frame/use-reading-keys.ts";
import type { RecordsViewProps } from "../page/focus-view.tsx";
import type { PageCommands } from "../page/page-commands.ts";
import { Sheet } from "../page/panes.tsx";
import type { ShownItem } from "../queue/queue-state.ts";
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

const PageSizes = onDemand("menu", () => import("../../../ui/menu.tsx").then((m) => m.PageSizeMenu));
const Shown = onDemand("menu", () => import("./bulk-list-settings-menu.tsx").then((m) => m.BulkListSettingsMenu));

type BulkHeaderProps = {
  /** State of the checkbox for the whole page. */
  mark: boolean | "some";
  onPage: () => void;
  selected: number;
  accept: { readonly command: Command; readonly enabled: boolean; readonly running: number | null };
  place: { readonly from: number; readonly to: number; readonly total: number };
  turns: { readonly back: boolean; readonly on: boolean };
  /** In this list they turn the pages. */
  commands: Pick<PageCommands, "next" | "previous">;
  size: BulkSize;
  onSize: (size: BulkSize) => void;
  settings: BulkListSettings;
  /** Percent of the running action, null when there is none. The page cannot change while it runs. */
  running: number | null;
  children?: ReactNode;
};

/** A group stays together when the header breaks into two lines. */
const GROUP = "flex h-12 items-center gap-2 max-md:gap-1";

/** Takes the remaining width. If that is too narrow, the text wraps into a second line, which is hidden. */
const RANGE =
  "flex h-[1lh] w-0 grow flex-wrap content-start justify-end overflow-hidden text-soft before:h-[1lh] before:content-['']";

/**
 * The header of the list: the selection, the actions that need no form, and the page controls (design/bulk.md). When it gets
 * narrow, words disappear first, then it breaks into two lines. All controls stay.
 */
function BulkHeader(props: BulkHeaderProps) {
  const { mark, onPage, selected, accept, place, turns, commands, size, onSize, settings, running, children } = props;
  return (
    <div className="@container/list relative z-1 shadow-[0_1px_0_var(--line)]">
      <div className="flex flex-wrap items-center gap-x-2 pr-3 pl-6 whitespace-nowrap tabular-nums max-md:gap-x-1 max-md:pr-1 max-md:pl-4">
        <div className={GROUP}>
          <Tooltip text={t("bulk.selectPage")} width="fit">
            <span className="mr-2 inline-flex">
              <Checkbox
                hideLabel
                label={t("bulk.selectPage")}
                checked={mark}
                onChange={onPage}
                disabled={running !== null}
              />
            </span>
          </Tooltip>
          <b>{t("bulk.count", { count: selected })}</b>
          <AcceptButton {...accept} />
        </div>
        <div className={cx(GROUP, "grow")}>
          <span className={RANGE}>
            <span>{t("bulk.range", place)}</span>
          </span>
          <TurnButton way="previous" command={commands.previous} enabled={turns.back && running === null} />
          <TurnButton way="next" command={commands.next} enabled={turns.on && running === null} />
          <PageSizes
            label={t("bulk.pageSizes")}
            sizes={BULK_SIZES}
            size={size}
            onSize={(chosen) => onSize(bulkSizeOf(chosen) ?? size)}
            textOf={(count) => t("bulk.pageSize", { count })}
            trigger={
              <Button
                variant="quiet"
                aria-label={t("bulk.pageSize", { count: size })}
                disabled={running !== null}
                className="max-md:hidden"
              >
                <span className="@max-[720px]/list:hidden">{t("bulk.pageSize", { count: size })}</span>
                <span className="@min-[720px]/list:hidden">{size}</span>
                <ChevronDown size={14} aria-hidden="true" className="text-soft" />
              </Button>
            }
          />
          <Shown
            settings={settings}
            size={size}
            onSize={onSize}
            trigger={<IconButton icon={Settings} label={t("bulk.settings")} />}
          />
        </div>
      </div>
      {children}
      {running !== null && (
        <div
          role="progressbar"
          aria-label={t("bulk.actions.progress", { count: selected })}
          aria-valuenow={running}
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent"
          style={{ transform: `scaleX(${running / 100})` }}
        />
      )}
    </div>
  );
}

function TurnButton({ way, command, enabled }: { way: "previous" | "next"; command: Command; enabled: boolean }) {
  const look = { icon: way === "next" ? ArrowRight : ArrowLeft, label: t(`bulk.${way}Page`) };
  return <IconButton {...look} keys={usePrintedKeys(command)} disabled={!enabled} onClick={command.run} />;
}

function AcceptButton({ command, enabled, running }: BulkHeaderProps["accept"]) {
  return (
    <Tooltip text={enabled || running !== null ? "" : t("bulk.none")}>
      <CommandButton
        command={command}
        variant="quiet"
        inactive={!enabled}
        className="max-md:px-1 @max-[720px]/list:[&_kbd]:hidden"
      >
        <span className="text-suggestion">
          <Star size={14} />
        </span>
        <span className="@max-[560px]/list:sr-only">
          {running === null ? t("bulk.accept") : t("bulk.actions.running", { percent: running })}
        </span>
      </CommandButton>
    </Tooltip>
  );
}
