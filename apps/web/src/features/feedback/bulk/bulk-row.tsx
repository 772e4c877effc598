import type { VectorSettings } from "@postil/domain/datasets/metadata-property";
import type { OwnResponse } from "@postil/domain/records/labeled-record";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { t } from "i18next";
import { type MouseEvent, memo, type ReactNode, useLayoutEffect, useRef } from "react";
import { ENTER_IS_A_COMMAND } from "../../../lib/commands/key-owner.ts";
import { cx } from "../../../ui/cx.ts";
import { usePhone } from "../../../ui/media.ts";
import { StatusPill } from "../../../ui/status.tsx";
import { RelativeTime } from "../../../ui/time.tsx";
import {
  keepText,
  type RowHandlers,
  rowClass,
  SelectBox,
  selectBy,
  setTabStops,
} from "../../../workbench/list/rows.tsx";
import { FlagButton } from "../../../workbench/record/flags.tsx";
import { SimilarityScore } from "../../../workbench/record/similar-place.tsx";
import { NotSavedPill } from "../../../workbench/saving/not-saved-pill.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import type { ShownItem } from "../queue/queue-state.ts";
import { SimilarButton } from "../record/similar-button.tsx";

export type BulkRowProps = Pick<ShownItem, "record" | "position" | "response" | "status" | "saved" | "queryScore"> & {
  /** True if the record has left the queue since the list was loaded. It stays, dimmed, until the next load. */
  done: boolean;
  selected: boolean;
  cursor: boolean;
  /** The reason why the server refused the answer. Null when there was no refusal. */
  refusal: string | null;
  fixed: boolean;
  draw: DrawRow;
  vectors: readonly VectorSettings[];
  findSimilar: CriteriaControls["findSimilar"];
  handlers: RowHandlers;
};

type RowDrawing = {
  /**
   * True if the text is one short line. The row is then one line high, with status and controls beside the text
   * (design/bulk.md).
   */
  readonly oneLine: boolean;
  readonly text: ReactNode;
  /** The user's own answers to it, or else those that "Accept suggestions" would write. */
  readonly answers: ReactNode;
  readonly menu: ReactNode;
};

/** `fixed`: the row is cut after twelve lines. */
export type DrawRow = (record: FeedbackRecord, response: OwnResponse | null, fixed: boolean) => RowDrawing;

/**
 * A record of the bulk view: checkbox, head, text (design/record.md#head, design/bulk.md). Renders only when its own props
 * change.
 */
export const BulkRow = memo(function BulkRow(props: BulkRowProps) {
  const { record, position, response, status, done, selected, cursor, refusal, fixed, draw, handlers } = props;
  const phone = usePhone();
  const { id } = record;
  const place = position ?? 0;
  const row = useRef<HTMLDivElement>(null);
  // Tab leads from the list to the form.
  useLayoutEffect(() => setTabStops(row.current, cursor));
  const { text, answers, menu, ...drawn } = draw(record, response, fixed);
  const oneLine = drawn.oneLine && !phone;
  const refused = refusal !== null && (
    <p className="mb-1 max-w-(--record-measure) text-small whitespace-pre-line text-danger wrap-anywhere">
      {refusal === "" ? t("bulk.refusedSilently") : t("bulk.refused", { detail: refusal })}
    </p>
  );
  const select: HeadProps["onSelect"] = (by) => selectBy(handlers, id, by);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows of a table cannot be left out of layout while they are out of sight
    <div
      ref={row}
      role="row"
      aria-label={t("bulk.row", { position: place, status: t(`answerStatus.name.${status}`) })}
      aria-rowindex={place}
      aria-selected={selected}
      data-record={id}
      tabIndex={cursor ? 0 : -1}
      onFocus={() => handlers.setCursor(id)}
      className={cx(
        rowClass(cursor),
        "grid-cols-[40px_minmax(0,1fr)] pr-4 pl-6 max-md:py-2 max-md:pr-4 max-md:pl-4",
        oneLine ? "py-2 [contain-intrinsic-size:auto_40px]" : "py-4 [contain-intrinsic-size:auto_176px]",
        "snap-start [content-visibility:auto]",
        selected &&
          "bg-[color-mix(in_srgb,var(--accent-fill)_36%,var(--surface))] in-data-[theme^=contrast]:bg-surface",
      )}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as the row */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row has the focus, then what is in its cells */}
      <div role="gridcell" className="pt-1 max-md:pt-3.5" {...ENTER_IS_A_COMMAND} onMouseDown={keepText}>
        <SelectBox selected={selected} label={t("bulk.select", { position: place })} onSelect={select} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as the row */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row has the focus, then what is in its cells */}
      <div role="gridcell" className={cx("min-w-0", done && "text-soft")}>
        {oneLine ? (
          // When space is short, the answers move below the text before the text wraps.
          <div className="flex flex-wrap gap-x-3">
            <div className="flex min-w-0 gap-3">
              {hasStatus(props) && <RowStatus {...props} onSelect={select} quiet />}
              <div className="min-w-0">{text}</div>
            </div>
            <RowTools {...props} answers={answers} menu={menu} onSelect={select} quiet />
          </div>
        ) : !hasStatus(props) && !phone ? (
          <div className="flow-root">
            <div className={cx("float-end ms-3", OWN_LINE)}>
              <RowTools {...props} answers={answers} menu={menu} onSelect={select} />
            </div>
            {refused}
            {text}
          </div>
        ) : (
          <>
            <div className="mb-1 flex min-h-6 items-center gap-3 max-md:-mr-2 max-md:min-h-11 max-md:flex-wrap max-md:gap-y-0">
              <RowStatus {...props} onSelect={select} />
              <RowTools {...props} answers={answers} menu={menu} onSelect={select} />
            </div>
            {refused}
            {text}
          </>
        )}
        {oneLine && refused}
      </div>
    </div>
  );
});

/** In a narrow list the answers have a line of their own. Otherwise only a few words of the text fit beside them. */
const OWN_LINE =
  "@max-[660px]/rows:has-[>div>span+span]:float-none @max-[660px]/rows:has-[>div>span+span]:ms-0 @max-[660px]/rows:has-[>div>span+span]:mb-1 @max-[660px]/rows:[&>div>span+span]:ml-auto";

type HeadProps = { onSelect: (by: { readonly shiftKey: boolean }) => void };

/** The space beside a row's text, as a larger click target than the checkbox. */
function Head({ onSelect, className, children }: HeadProps & { className: string; children: ReactNode }) {
  /** The buttons inside handle their own clicks. A click between them selects the row. */
  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("button, a, [role=menu], [role=dialog]") === null)
      onSelect(event);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the pointer; the box does the same by key
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box does the same by key
    <div
      onClick={onClick}
      onMouseDown={keepText}
      className={cx("flex min-h-6 cursor-default items-center gap-3 text-small text-soft", className)}
    >
      {children}
    </div>
  );
}

type StatusParts = Pick<BulkRowProps, "record" | "done" | "status" | "saved" | "response" | "queryScore">;
type RowStatusProps = StatusParts & HeadProps & { quiet?: boolean };

/** True if the record has a status to show beyond being in the list. */
const hasStatus = ({ done, saved, response, queryScore }: Omit<StatusParts, "record">): boolean =>
  done || saved !== "saved" || updatedAtOf(response) !== null || queryScore !== null;

const updatedAtOf = (response: OwnResponse | null) => response?.updatedAt ?? null;

/** The changes of the record since the list was loaded. `quiet`: shows only the icon when a one-line text needs the room. */
function RowStatus({ record, done, status, saved, response, queryScore, onSelect, quiet = false }: RowStatusProps) {
  const updatedAt = updatedAtOf(response);
  return (
    <Head onSelect={onSelect} className="flex-none self-start">
      {done && (
        <span
          title={quiet ? t(`answerStatus.name.${status}`) : undefined}
          className={cx("flex", quiet && "@max-[660px]/rows:w-4 @max-[660px]/rows:overflow-hidden")}
        >
          <StatusPill status={status} />
        </span>
      )}
      {updatedAt !== null && (
        <span className={cx("whitespace-nowrap max-md:hidden", quiet && "@max-[660px]/rows:hidden")}>
          {t("annotation.record.updated")} <RelativeTime at={updatedAt} />
        </span>
      )}
      <NotSavedPill recordId={record.id} saved={saved} />
      <SimilarityScore score={queryScore} />
    </Head>
  );
}

type RowToolsProps = Pick<BulkRowProps, "record" | "cursor" | "vectors" | "findSimilar"> &
  HeadProps & { answers: ReactNode; menu: ReactNode; quiet?: boolean };

/**
 * The answers to the record and its controls. `quiet`: the controls appear only with pointer, focus or touch, and the
 * answers go below the text unless they have 240 px beside it.
 */
function RowTools(props: RowToolsProps) {
  const { record, cursor, vectors, findSimilar, answers, menu, onSelect, quiet = false } = props;
  return (
    <Head
      onSelect={onSelect}
      className={cx(
        "min-w-0 justify-end self-stretch max-md:contents",
        quiet ? "grow has-[>span+span]:basis-60" : "flex-1",
      )}
    >
      {answers}
      <span
        className={cx(
          "flex flex-none items-center gap-3 max-md:ml-auto max-md:gap-0 [&_button]:size-6 max-md:[&_button]:size-11",
          quiet &&
            "opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 has-aria-pressed:opacity-100 pointer-coarse:opacity-100",
        )}
      >
        <SimilarButton record={record} vectors={vectors} findSimilar={findSimilar} compact keyed={cursor} />
        <FlagButton recordId={record.id} datasetId={record.datasetId} keyed={cursor} size="tiny" />
        {menu}
      </span>
    </Head>
  );
}
