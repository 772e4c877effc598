import type { LabelOption } from "@postil/domain/datasets/question";
import { optionTextFault } from "@postil/domain/settings/settings-form";
import { t } from "i18next";
import { X } from "lucide-react";
import { cx } from "../../ui/cx.ts";
import { Grip } from "../../ui/grip.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { PLACE, type Reorder } from "../../ui/use-reorder.ts";
import { OptionCount, type Usage } from "./option-count.tsx";

type OptionRowProps = {
  option: LabelOption;
  place: number;
  usage: Usage | undefined;
  /** not saved yet: it can still be taken out */
  isNew: boolean;
  reorder: Reorder;
  helpId: string;
  onText: (text: string) => void;
  onRemove: () => void;
};

/** Grip, number, text, how many answers use it. The text looks like text until it is hovered or written in. */
export function OptionRow({ option, place, usage, isNew, reorder, helpId, onText, onRemove }: OptionRowProps) {
  const { value, text } = option;
  const number = place + 1;
  const lifted = reorder.lifted === value;
  const fault = optionTextFault(text);
  const label =
    value === text
      ? t("datasetSettings.questions.optionText", { number })
      : t("datasetSettings.questions.optionTextOf", { number, value });
  return (
    <li
      {...{ [PLACE]: place }}
      className={cx(
        "flex h-7 break-inside-avoid items-center gap-1 rounded-control max-md:h-11",
        lifted && "bg-accent-fill fill-ring",
      )}
    >
      <button
        type="button"
        {...reorder.gripProps(option)}
        aria-label={t("datasetSettings.questions.move", { text })}
        aria-describedby={helpId}
        aria-pressed={lifted}
        className="grid size-6 flex-none cursor-grab touch-none place-items-center rounded-control text-soft hover:bg-hover active:cursor-grabbing max-md:size-11"
      >
        <Grip />
      </button>
      <span
        aria-hidden="true"
        className="grid h-[18px] min-w-[18px] flex-none place-items-center rounded-key border border-line bg-surface px-1 text-key text-soft tabular-nums"
      >
        {number}
      </span>
      <input
        value={text}
        aria-label={label}
        aria-invalid={fault === null ? undefined : true}
        title={value === text ? undefined : value}
        onChange={(event) => onText(event.target.value)}
        className={cx(
          "h-6 min-w-0 flex-1 truncate rounded-control border bg-transparent px-1 max-md:h-10",
          fault === null ? "border-transparent hover:border-edge focus:border-edge" : "border-danger",
        )}
      />
      {isNew ? (
        <IconButton
          size="tiny"
          icon={X}
          translate="no"
          label={t("datasetSettings.questions.remove", { text })}
          onClick={onRemove}
          className="ml-auto"
        />
      ) : (
        <OptionCount usage={usage} value={value} />
      )}
    </li>
  );
}
