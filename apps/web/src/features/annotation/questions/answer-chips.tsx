import type { NumberedOption } from "@postil/domain/label-search";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../ui/cx.ts";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
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
    <span className={cx("flex max-h-[30vh] min-w-0 flex-wrap gap-1 overflow-y-auto", className)}>
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
  return (
    <button
      type="button"
      onClick={() => onGoTo(value)}
      className={cx(
        "inline-flex min-h-7 max-w-full items-center gap-2 py-0.5 pr-3 text-left max-md:min-h-11",
        showNumber ? "pl-1.5 max-md:pl-3" : "pl-3",
        round ? "rounded-[14px]" : "rounded-control",
        LOOKS[look],
      )}
    >
      <VisuallyHidden>{t("questions.labels.answer")}</VisuallyHidden>
      {showNumber && <OptionNumber number={number} look={look} round={round} wide={false} />}
      <span dir="auto" className="min-w-0 wrap-anywhere">
        <Breakable text={text} />
      </span>
      {spoken !== undefined && <OptionScore percent={percent} kept={false} shown />}
      <VisuallyHidden>
        {spoken !== undefined && `, ${spoken}`}
        {t("questions.labels.goTo")}
      </VisuallyHidden>
    </button>
  );
}

/** A name that may go on in the next line after its underscores and the like. */
function Breakable({ text }: { text: string }) {
  let at = 0;
  return text.split(/(?<=[_\-./])/).map((part) => {
    at += part.length;
    return (
      <Fragment key={at}>
        {part}
        <wbr />
      </Fragment>
    );
  });
}
