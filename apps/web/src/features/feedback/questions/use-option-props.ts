import { WHOLE } from "@postil/domain/answers/answer-form";
import type { NumberedOption } from "@postil/domain/answers/label-search";
import { t } from "i18next";
import { usePercent } from "../../../lib/i18n/use-percent.ts";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import type { LabelOptionProps } from "../../../workbench/labels/label-option.tsx";
import { lookOf } from "../../../workbench/labels/option-look.ts";
import type { LabelView } from "../../../workbench/labels/use-label-view.ts";
import type { LabelQuestionProps } from "./use-label-handlers.ts";

type OptionSource = Pick<LabelQuestionProps, "question" | "state"> & {
  view: LabelView;
  onPick: (value: string) => void;
};

/** What each option shows, as plain values, so that an option that did not change is not drawn again. */
export function useOptionProps(source: OptionSource): (option: NumberedOption) => LabelOptionProps {
  const { question, state, view } = source;
  const { selected, query, marked, layout } = view;
  const single = question.settings.type === "label_selection";
  const percentOf = usePercent();
  const [showCap] = usePreference("showKeyCaps");
  const onPick = useLatest(source.onPick);
  const { suggestion, untouched } = state;
  const proposed = suggestion === null || !("value" in suggestion.answer) ? [] : suggestion.answer.value;
  const isProposed = (value: string) => (Array.isArray(proposed) ? proposed.includes(value) : proposed === value);

  return ({ value, text, description, number }) => {
    const percent = percentOf(suggestion?.scores.get(value));
    const score =
      percent === undefined ? t("questions.suggestion.plain") : t("questions.suggestion.withScore", { score: percent });
    return {
      value,
      text: text === "" ? value : text,
      description,
      cap: String(number),
      look: lookOf(selected.has(value), untouched.has(single ? WHOLE : value)),
      shape: layout === "pills" ? "pill" : "row",
      spoken: isProposed(value) ? score : undefined,
      percent: isProposed(value) ? percent : undefined,
      scoreAbove: true,
      round: single,
      showCap,
      query,
      marked: value === marked?.value,
      onPick,
    };
  };
}
