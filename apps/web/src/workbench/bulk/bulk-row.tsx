import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import { type MouseEvent, memo, type RefObject, useLayoutEffect, useRef } from "react";
import { ENTER_IS_A_COMMAND } from "../../lib/commands/key-owner.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { cx } from "../../ui/cx.ts";
import { usePhone } from "../../ui/use-phone.ts";
import type { BulkRowProps } from "./bulk-row-props.ts";
import { hasStatus, keepText, RowStatus, RowTools } from "./row-head.tsx";

/**
 * A record of the bulk view: box, running head, text (design/record.md#head, design/bulk.md). Drawn anew for what concerns it
 * alone.
 */
function Row<Of extends LabeledRecord>(props: BulkRowProps<Of>) {
  const { record, position, status, done, selected, cursor, refusal, fixed, draw, handlers } = props;
  const phone = usePhone();
  const { id } = record;
  const place = position ?? 0;
  const row = useRef<HTMLDivElement>(null);
  useTabStops(row, cursor);
  const { text, suggested, menu, ...drawn } = draw(record, fixed);
  const oneLine = drawn.oneLine && !phone;
  const refused = refusal !== null && (
    <p className="mb-1 max-w-(--record-measure) text-small whitespace-pre-line text-danger wrap-anywhere">
      {refusal === "" ? t("bulk.refusedSilently") : t("bulk.refused", { detail: refusal })}
    </p>
  );
  const select = ({ shiftKey }: { readonly shiftKey: boolean }) =>
    shiftKey ? handlers.range(id) : handlers.toggle(id);
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
        "group/row relative grid grid-cols-[40px_minmax(0,1fr)] pr-4 pl-6 max-md:py-2 max-md:pr-4 max-md:pl-4",
        oneLine ? "py-2 [contain-intrinsic-size:auto_40px]" : "py-4 [contain-intrinsic-size:auto_176px]",
        "not-first:shadow-[inset_0_1px_0_var(--line)] -outline-offset-2! snap-start",
        "[content-visibility:auto]",
        selected &&
          "bg-[color-mix(in_srgb,var(--accent-fill)_36%,var(--surface))] in-data-[theme^=contrast]:bg-surface",
        cursor && "before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent",
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
          // What is suggested goes below the text before the text would break.
          <div className="flex flex-wrap gap-x-3">
            <div className="flex min-w-0 gap-3">
              {hasStatus(props) && <RowStatus {...props} onSelect={select} quiet />}
              <div className="min-w-0">{text}</div>
            </div>
            <RowTools {...props} suggested={suggested} menu={menu} onSelect={select} quiet />
          </div>
        ) : !hasStatus(props) && !phone ? (
          <div className="flow-root">
            <div className="float-end ms-3">
              <RowTools {...props} suggested={suggested} menu={menu} onSelect={select} />
            </div>
            {refused}
            {text}
          </div>
        ) : (
          <>
            <div className="mb-1 flex min-h-6 items-center gap-3 max-md:-mr-2 max-md:min-h-11 max-md:flex-wrap max-md:gap-y-0">
              <RowStatus {...props} onSelect={select} />
              <RowTools {...props} suggested={suggested} menu={menu} onSelect={select} />
            </div>
            {refused}
            {text}
          </>
        )}
        {oneLine && refused}
      </div>
    </div>
  );
}

// `memo` forgets that what it is given is generic.
export const BulkRow = memo(Row) as typeof Row;

/**
 * Tab leads from the list to the form: of all rows only that of the cursor has its controls on the way. Set on the elements,
 * for the controls are of many kinds, and some come later.
 */
function useTabStops(row: RefObject<HTMLElement | null>, cursor: boolean): void {
  useLayoutEffect(() => {
    const controls = row.current?.querySelectorAll<HTMLElement>("a, button, input") ?? [];
    for (const control of controls) control.tabIndex = cursor ? 0 : -1;
  });
}

type SelectBoxProps = { selected: boolean; label: string; onSelect: (by: { readonly shiftKey: boolean }) => void };

function SelectBox({ selected, label, onSelect }: SelectBoxProps) {
  const shiftKey = useRef(false);
  const remember = (event: MouseEvent) => {
    shiftKey.current = event.shiftKey;
  };
  return (
    // The box says no more than that it changed; whether Shift was held is told by the press before.
    <span onClickCapture={remember}>
      <Checkbox hideLabel label={label} checked={selected} onChange={() => onSelect({ shiftKey: shiftKey.current })} />
    </span>
  );
}
