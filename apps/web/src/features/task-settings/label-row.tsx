import { entityColor } from "@postil/domain/tasks/entities";
import { LONGEST_LABEL, labelKeyAt } from "@postil/domain/tasks/labels";
import { tooLongAmong } from "@postil/domain/tasks/new-labels";
import { characters } from "@postil/domain/text/characters";
import { t } from "i18next";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../ui/cx.ts";
import { Grip } from "../../ui/grip.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { KeyCap } from "../../ui/key-cap.tsx";
import { PLACE, type Reorder } from "../../ui/use-reorder.ts";
import type { LabelUsage } from "./use-label-usage.ts";

type LabelRowProps = {
  text: string;
  /** from 0 */
  place: number;
  isEntity: boolean;
  usage: LabelUsage;
  /** the key it had before it was moved, null for none; undefined: it has the same */
  was: string | null | undefined;
  /** null: the list is to be read */
  edit: { readonly reorder: Reorder; readonly helpId: string; readonly onRemove: (text: string) => void } | null;
  /** its place among the rows, of which those in view are drawn when they are many */
  index: number;
  windowed: boolean;
  measure: (row: HTMLTableRowElement | null) => void;
};

/** Grip, key, name, what it is used for. Only a label that no record is known to have can be taken out. */
export function LabelRow({ text, place, isEntity, usage, was, edit, index, windowed, measure }: LabelRowProps) {
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
          <GripButton text={text} lifted={lifted} {...edit} />
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
              label={t("taskSettings.labels.removeOf", { text })}
              onClick={() => edit.onRemove(text)}
              className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100 max-md:size-11"
            />
          )}
        </td>
      )}
    </tr>
  );
}

type GripButtonProps = { text: string; lifted: boolean; reorder: Reorder; helpId: string };

function GripButton({ text, lifted, reorder, helpId }: GripButtonProps) {
  return (
    <button
      type="button"
      {...reorder.gripProps({ value: text, text })}
      aria-label={t("taskSettings.labels.moveOf", { text })}
      aria-describedby={helpId}
      aria-pressed={lifted}
      className="grid size-6 scroll-mb-52 cursor-grab touch-none place-items-center rounded-control text-soft hover:bg-hover active:cursor-grabbing max-md:size-11"
    >
      <Grip />
    </button>
  );
}

/** The colour of an entity, as its marks have it. */
function Swatch({ color }: { color: number }) {
  const style = { "--fill": `var(--entity-${color})`, "--tone": `var(--entity-${color}-tone)` };
  return (
    <span
      aria-hidden="true"
      style={style as React.CSSProperties /* own properties are not in its type */}
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
