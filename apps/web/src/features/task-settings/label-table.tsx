import { t } from "i18next";
import { useId, useLayoutEffect, useRef } from "react";
import { cx } from "../../ui/cx.ts";
import { columnOf } from "../../ui/layouts/top-and-column.tsx";
import { RoomForRows, useRowWindow } from "../../ui/row-window.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Star } from "../../ui/star.tsx";
import { useReorder } from "../../ui/use-reorder.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { LabelRow } from "./label-row.tsx";
import { useFindLabel } from "./use-find-label.ts";
import type { LabelEdit } from "./use-label-draft.ts";
import type { LabelUsage } from "./use-label-usage.ts";

/** px of a row with a name of one line; long names are measured */
const ROW_HEIGHT = 35;

type LabelTableProps = {
  labels: LabelEdit;
  usage: LabelUsage;
  isEntity: boolean;
  /** to be read: no grips, nothing to take out */
  readOnly: boolean;
};

/** The labels in the order of their keys: by its grip one moves, and with it the keys. Of many, those in view are drawn. */
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
  // A row that is picked up is kept in view.
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
      {searchable && (
        <SearchInput
          label={t("taskSettings.labels.find")}
          placeholder={t("taskSettings.labels.find")}
          value={find}
          onChange={setFind}
          className="mb-2"
        />
      )}
      <table
        aria-label={isEntity ? t("taskSettings.labels.entities") : t("taskSettings.labels.title")}
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
      {found.length === 0 && <p className="py-2 text-soft">{t("taskSettings.labels.noMatch")}</p>}
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
