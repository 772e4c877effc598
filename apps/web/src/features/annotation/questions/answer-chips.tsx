import type { NumberedOption } from "@postil/domain/label-search";
import { useTranslation } from "react-i18next";
import { cx } from "../../../ui/cx.ts";
import { type LabelOptionProps, OptionNumber, OptionScore } from "./label-option.tsx";
import { LOOKS } from "./option-look.ts";

type AnswerChipsProps = {
  options: readonly NumberedOption[];
  propsOf: (option: NumberedOption) => LabelOptionProps;
  onGoTo: (value: string) => void;
  className?: string;
};

/**
 * What would go out, by its full name and in its own style, where its option may be off the screen (screens 5.7); a press goes
 * to the option.
 */
export function AnswerChips({ options, propsOf, onGoTo, className }: AnswerChipsProps) {
  return (
    <span className={cx("flex max-h-[30vh] min-w-0 flex-wrap gap-1 overflow-y-auto p-0.5", className)}>
      {options.map((option) => (
        <Chip key={option.value} option={propsOf(option)} onGoTo={onGoTo} />
      ))}
    </span>
  );
}

type ChipProps = { option: LabelOptionProps; onGoTo: (value: string) => void };

function Chip({ option, onGoTo }: ChipProps) {
  const { t } = useTranslation();
  const { value, text, number, look, spoken, percent, round, showNumber } = option;
  const said = spoken === undefined ? text : `${text}, ${spoken}`;
  return (
    <button
      type="button"
      aria-label={t("questions.labels.answer", { text: said })}
      onClick={() => onGoTo(value)}
      className={cx(
        "inline-flex min-h-7 max-w-full items-center gap-2 py-0.5 pr-3 text-left max-md:min-h-11",
        showNumber ? "pl-1.5 max-md:pl-3" : "pl-3",
        round ? "rounded-[14px]" : "rounded-control",
        LOOKS[look],
      )}
    >
      {showNumber && <OptionNumber number={number} look={look} round={round} wide={false} />}
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {text}
      </span>
      {spoken !== undefined && <OptionScore percent={percent} kept={false} shown />}
    </button>
  );
}
