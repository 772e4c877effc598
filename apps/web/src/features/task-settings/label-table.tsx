import { indexLabels, searchLabels } from "@postil/domain/labels/label-search";
import { tooLongAmong } from "@postil/domain/tasks/label-draft";
import { entityColor, LABEL_KEYS, LONGEST_LABEL, labelKeyAt } from "@postil/domain/tasks/labels";
import { characters } from "@postil/domain/text/characters";
import { t } from "i18next";
import { TriangleAlert, X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon, Star } from "../../ui/icon.tsx";
import { KeyCap } from "../../ui/key-cap.tsx";
import { columnOf } from "../../ui/layouts/columns.tsx";
import { GripButton, PLACE, type Reorder, useReorder } from "../../ui/reorder.tsx";
import { VisuallyHidden } from "../../ui/screen-reader.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { RoomForRows, useRowWindow } from "../../ui/table-parts.tsx";
import type { LabelEdit, LabelUsage } from "./label-draft.ts";

/** px height of a row with a one-line name; long names are measured */
const ROW_HEIGHT = 35;

type LabelTableProps = {
  labels: LabelEdit;
  usage: LabelUsage;
  isEntity: boolean;
  /** read-only: no grips, nothing to remove */
  readOnly: boolean;
};

/**
 * The labels in the order of their keys. A label moves by its grip, and the keys follow the new order. A long list draws only
 * the visible rows.
 */
export function LabelTable({ labels, usage, isEntity, readOnly }: LabelTableProps) {
  const helpId = useId();
  const body = useRef<HTMLTableSectionElement>(null);
  const { shown, changedKeys, move, setOrder, remove } = labels;
  const reorder = useReorder({
    items: shown.map((text) => ({ value: text, text })),
    onMove: move,
    onPutBack: (before) => setOrder(before.map(({ value }) => value)),
    scroller: () => columnOf(body.current),
  });
  const { find, setFind, searchable, found } = useFindLabel(shown);
  const lifted = reorder.lifted === null ? null : found.findIndex(({ text }) => text === reorder.lifted);
  const { windowed, first, end, before, after, measure, reveal } = useRowWindow({
    count: found.length,
    body,
    height: ROW_HEIGHT,
    scroller: () => columnOf(body.current),
  });
  // A row that is being moved stays in view.
  useLayoutEffect(() => {
    if (windowed && lifted !== null) reveal(lifted, { align: "auto" });
  }, [windowed, lifted, reveal]);
  const edit = readOnly ? null : { reorder, helpId, onRemove: remove };
  return (
    <>
      {!readOnly && (
        <p id={helpId} className="sr-only">
          {t("taskSettings.labels.moveHelp")}
        </p>
      )}
      {searchable && <SearchInput label={t("words.findLabel")} value={find} onChange={setFind} className="mb-2" />}
      <table
        aria-label={isEntity ? t("words.entities") : t("words.labels")}
        aria-rowcount={windowed ? found.length + 1 : undefined}
        className={cx("w-full table-fixed", reorder.active && "select-none")}
      >
        <Head isEntity={isEntity} readOnly={readOnly} />
        <tbody ref={body}>
          <RoomForRows height={before} />
          {found.slice(first, end).map(({ text, place }, at) => (
            <LabelRow
              key={text}
              text={text}
              place={place}
              isEntity={isEntity}
              usage={usage}
              was={changedKeys.get(text)}
              edit={edit}
              index={first + at}
              windowed={windowed}
              measure={measure}
            />
          ))}
          <RoomForRows height={after} />
        </tbody>
      </table>
      {found.length === 0 && <p className="py-2 text-soft">{t("words.noLabelMatches")}</p>}
    </>
  );
}

function Head({ isEntity, readOnly }: Pick<LabelTableProps, "isEntity" | "readOnly">) {
  const number = "w-[104px] pr-2 text-right font-body max-md:w-20 max-[399px]:w-16";
  return (
    <thead>
      <tr className="h-8 border-line border-b text-small text-soft">
        {!readOnly && (
          <th scope="col" className="w-7 max-md:w-11">
            <VisuallyHidden>{t("taskSettings.labels.move")}</VisuallyHidden>
          </th>
        )}
        <th scope="col" className="w-9 text-left font-body max-md:hidden">
          {t("taskSettings.labels.key")}
        </th>
        <th scope="col" className="text-left font-body">
          {isEntity ? t("taskSettings.labels.entity") : t("taskSettings.labels.label")}
        </th>
        <th scope="col" className={cx(number, "text-suggestion")}>
          <span className="inline-flex items-center gap-1">
            <span className="max-[399px]:hidden">
              <Star size={11} />
            </span>
            {t("taskSettings.labels.predicted")}
          </span>
        </th>
        <th scope="col" className={number}>
          {t("taskSettings.labels.annotated")}
        </th>
        {!readOnly && (
          <th scope="col" className="w-10 max-md:w-12">
            <VisuallyHidden>{t("taskSettings.labels.remove")}</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  );
}

type LabelRowProps = {
  text: string;
  /** from 0 */
  place: number;
  isEntity: boolean;
  usage: LabelUsage;
  /** its key before the move, null for none; undefined if the key is unchanged */
  was: string | null | undefined;
  /** null if the list is read-only */
  edit: { readonly reorder: Reorder; readonly helpId: string; readonly onRemove: (text: string) => void } | null;
  /** its position among the rows; a long list draws only the visible ones */
  index: number;
  windowed: boolean;
  measure: (row: HTMLTableRowElement | null) => void;
};

/** Grip, key, name and usage. A label can be removed only if no record is known to have it. */
function LabelRow({ text, place, isEntity, usage, was, edit, index, windowed, measure }: LabelRowProps) {
  const lifted = edit?.reorder.lifted === text;
  const key = labelKeyAt(place);
  const isUsed = [usage.predicted(text), usage.annotated(text)].some((count) => count !== null && count > 0);
  return (
    <tr
      ref={measure}
      data-index={index}
      {...{ [PLACE]: place }}
      aria-rowindex={windowed ? index + 2 : undefined}
      className={cx("group border-line border-b", lifted ? "bg-accent-fill fill-ring" : "hover:bg-hover")}
    >
      {edit !== null && (
        <td className="h-8.5 max-md:h-11">
          <GripButton
            reorder={edit.reorder}
            item={{ value: text, text }}
            label={t("forms.move", { text })}
            helpId={edit.helpId}
            className="scroll-mb-52"
          />
        </td>
      )}
      <td className="h-8.5 max-md:hidden">{key !== null && <KeyCap keys={key} always />}</td>
      <th scope="row" className="py-1 pr-2 text-left font-body [overflow-wrap:anywhere] max-md:h-11">
        {isEntity && <Swatch color={entityColor(place)} />}
        <bdi translate="no">{text}</bdi>
        {tooLongAmong([text]).length > 0 && (
          <span className="block text-edited text-small">
            {t("taskSettings.labels.tooLong", { count: characters(text), max: LONGEST_LABEL })}
          </span>
        )}
        {was !== undefined && (
          <span className="ml-3 text-edited text-small whitespace-nowrap max-md:hidden">
            {was === null ? t("taskSettings.labels.wasNone") : t("taskSettings.labels.was", { key: was })}
          </span>
        )}
      </th>
      <Count className="text-suggestion">{usage.predicted(text)}</Count>
      <Count>{usage.annotated(text)}</Count>
      {edit !== null && (
        <td className="pl-2">
          {!isUsed && (
            <IconButton
              size="small"
              icon={X}
              translate="no"
              label={t("forms.remove", { text })}
              onClick={() => edit.onRemove(text)}
              className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100 max-md:size-11"
            />
          )}
        </td>
      )}
    </tr>
  );
}

/** The colour of an entity, the same as in its marks. */
function Swatch({ color }: { color: number }) {
  const style = { "--fill": `var(--entity-${color})`, "--tone": `var(--entity-${color}-tone)` };
  return (
    <span
      aria-hidden="true"
      style={style as React.CSSProperties /* the style type does not know custom properties */}
      className="mr-2 inline-block size-3 rounded-[3px] bg-(--fill) align-[-1px] shadow-[inset_0_0_0_1.5px_var(--tone)]"
    />
  );
}

function Count({ children, className }: { children: number | null; className?: string }): ReactNode {
  return (
    <td className={cx("pr-2 text-right tabular-nums", className)}>
      {children === null ? "" : children.toLocaleString("en")}
    </td>
  );
}

/** The number of last labels shown from a long pasted list, after a count of the earlier ones. */
const MOST_SHOWN = 50;

/** The finished new labels, each with a button to remove it; a label that already exists is marked. */
export function AddedLabels({ labels: { draft, repeated, drop } }: { labels: LabelEdit }) {
  const hidden = Math.max(0, draft.added.length - MOST_SHOWN);
  const bad = new Set(repeated);
  return (
    <>
      {draft.added.slice(hidden).map((text) => (
        <span
          key={text}
          className={cx(
            "inline-flex min-h-[26px] min-w-0 items-center gap-1 rounded-key pl-2",
            bad.has(text) ? "bg-edited-fill text-edited fill-ring" : "border border-line bg-sunken",
          )}
        >
          {bad.has(text) && <Icon of={TriangleAlert} size={14} />}
          <bdi translate="no" className="min-w-0 [overflow-wrap:anywhere]">
            {text}
          </bdi>
          <button
            type="button"
            aria-label={t("taskSettings.new.drop", { text })}
            onClick={() => drop(text)}
            className="grid size-6 flex-none place-items-center rounded-key text-soft hover:bg-hover hover:text-ink max-md:size-11"
          >
            <Icon of={X} size={12} />
          </button>
        </span>
      ))}
      {hidden > 0 && <span className="px-1 text-small text-soft">{t("taskSettings.new.more", { count: hidden })}</span>}
    </>
  );
}

/** Searches labels by their words, if there are more labels than keys. `place`: from 0, among all labels. */
function useFindLabel(shown: readonly string[]) {
  const [find, setFind] = useState("");
  const searchable = shown.length > LABEL_KEYS.length;
  const index = useMemo(() => indexLabels(shown.map((text) => ({ value: text, text, description: null }))), [shown]);
  const found = useMemo(
    () => searchLabels(index, searchable ? find : "").map(({ text, number }) => ({ text, place: number - 1 })),
    [index, searchable, find],
  );
  return { find, setFind, searchable, found };
}
