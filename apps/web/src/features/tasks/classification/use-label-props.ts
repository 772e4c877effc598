import type { NumberedOption } from "@postil/domain/answers/label-search";
import { isTooLong, labelKeyAt, pickKeyOf } from "@postil/domain/tasks/labels";
import type { ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { useMemo } from "react";
import { usePercent } from "../../../lib/i18n/use-percent.ts";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import type { LabelOptionProps } from "../../../workbench/labels/label-option.tsx";
import { lookOf } from "../../../workbench/labels/option-look.ts";
import type { LabelView } from "../../../workbench/labels/use-label-view.ts";

type LabelSource = { record: ShownTextRecord; view: LabelView; isCursor: boolean; onPick: (label: string) => void };

/** What each label of a row shows: dotted where the machine chose it, solid where a person did; its key on the cursor record alone. */
export function useLabelProps(source: LabelSource): (option: NumberedOption) => LabelOptionProps {
  const { record, view, isCursor } = source;
  const { selected, query, marked, layout } = view;
  const percentOf = usePercent();
  const [showCaps] = usePreference("showKeyCaps");
  const onPick = useLatest(source.onPick);
  const scores = useMemo(
    () => new Map(record.prediction?.labels.map(({ class_label, score }) => [class_label, score])),
    [record.prediction],
  );
  const isSuggested = (label: string) => record.untouched.includes(label) && selected.has(label);
  return ({ value, number }) => {
    const percent = percentOf(scores.get(value));
    const tooLong = isTooLong(value);
    return {
      value,
      text: value,
      description: tooLong ? t("tasks.labelTooLong") : null,
      cap: isCursor && !tooLong ? pickKeyOf(labelKeyAt(number - 1), true) : null,
      look: lookOf(selected.has(value), record.untouched.includes(value)),
      shape: layout !== "pills" ? "row" : isCursor ? "pill" : "small",
      spoken:
        percent &&
        t(isSuggested(value) ? "classification.onlyPredicted" : "classification.predicted", { score: percent }),
      percent,
      scoreAbove: false,
      round: !record.multiLabel,
      showCap: isCursor && showCaps,
      query,
      marked: value === marked?.value,
      onPick,
    };
  };
}
