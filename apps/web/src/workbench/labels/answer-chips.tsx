import type { NumberedOption } from "@postil/domain/labels/label-search";
import { t } from "i18next";
import { Fragment, type ReactNode } from "react";
import { cx } from "../../ui/cx.ts";
import { VisuallyHidden } from "../../ui/screen-reader.tsx";
import { LABEL_LOOKS, type LabelOptionProps, OptionCap, OptionScore } from "./label-option.tsx";

type AnswerChipsProps = {
  options: readonly NumberedOption[];
  propsOf: (option: NumberedOption) => LabelOptionProps;
  onGoTo: (value: string) => void;
  className?: string;
};

/**
 * The answers that would be sent, with full name and style, because their options may be off the screen
 * (design/questions.md#suggestions). A press leads to the option.
 */
export function AnswerChips({ options, propsOf, onGoTo, className }: AnswerChipsProps) {
  return (
    <span data-answer-chips className={cx("flex max-h-[30vh] min-w-0 flex-wrap gap-1 overflow-y-auto", className)}>
      {options.map((option) => (
        <Chip key={option.value} option={propsOf(option)} onGoTo={onGoTo} />
      ))}
    </span>
  );
}

const CHIP =
  "inline-flex min-h-7 max-w-full items-center gap-2 border py-0.5 pr-3 text-left max-md:min-h-11 max-md:pl-3";

function Chip({ option, onGoTo }: { option: LabelOptionProps; onGoTo: (value: string) => void }) {
  const { value, text, cap, look, spoken, percent, round } = option;
  const showCap = option.showCap && cap !== null;
  return (
    <button
      type="button"
      onClick={() => onGoTo(value)}
      className={cx(CHIP, showCap ? "pl-1.5" : "pl-3", round ? "rounded-[14px]" : "rounded-control", LABEL_LOOKS[look])}
    >
      <VisuallyHidden>{t("questions.labels.answer")}</VisuallyHidden>
      {showCap && <OptionCap cap={cap} look={look} round={round} wide={false} />}
      <ChipName text={text} />
      {spoken !== undefined && <OptionScore percent={percent} />}
      <VisuallyHidden>
        {spoken !== undefined && `, ${spoken}`}
        {t("questions.labels.goTo")}
      </VisuallyHidden>
    </button>
  );
}

/** Reserves the width of the longest answer, so that the list does not move between records. */
export function OneAnswer({ longest, children }: { longest: string; children: ReactNode }) {
  return (
    <span className="ml-auto grid min-w-0 @max-[480px]:basis-full items-center justify-items-end *:[grid-area:1/1]">
      <span aria-hidden="true" className={cx(CHIP, "invisible border-transparent pl-1.5")}>
        <OptionCap cap="0" look="plain" round wide />
        <ChipName text={longest.slice(0, LONG_NAME)} />
        <OptionScore percent="100 %" />
      </span>
      {children}
    </span>
  );
}

/** Room is reserved for at most this many characters. Longer names are rare answers. */
const LONG_NAME = 60;

function ChipName({ text }: { text: string }) {
  return (
    <span translate="no" dir="auto" className="min-w-0 wrap-anywhere">
      <Breakable text={text} />
    </span>
  );
}

/** A name that may wrap after underscores and similar signs. */
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
