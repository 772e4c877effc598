import { indexLabels, type LabelIndex, type NumberedOption } from "@postil/domain/labels/label-search";
import { labelLayout } from "@postil/domain/labels/visible-options";
import { type GlobalLabel, isTooLong, labelKeyAt, pickKeyOf } from "@postil/domain/tasks/labels";
import { annotatedClasses, type ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { VISIBLE_LABELS, visibleLabels } from "@postil/domain/tasks/visible-labels";
import { t } from "i18next";
import { useCallback, useMemo } from "react";
import { usePercent } from "../../../lib/i18n/use-percent.ts";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import type { LabelOptionProps } from "../../../workbench/labels/label-option.tsx";
import { lookOf } from "../../../workbench/labels/option-look.ts";
import { type LabelView, useLabelView } from "../../../workbench/labels/use-label-view.ts";

const indexes = new WeakMap<readonly GlobalLabel[], LabelIndex>();

/** Built once for all rows. */
function indexOfLabels(labels: readonly GlobalLabel[]): LabelIndex {
  const known = indexes.get(labels);
  if (known !== undefined) return known;
  const index = indexLabels(labels.map(({ text }) => ({ value: text, text, description: null })));
  indexes.set(labels, index);
  return index;
}

/** The labels that a record's row shows. If the record is the only one on the page, all labels are shown (LAB-06, LAB-07). */
export function useRecordLabels(record: ShownTextRecord, labels: readonly GlobalLabel[], alone: boolean): LabelView {
  const index = indexOfLabels(labels);
  const selected = useMemo(() => new Set(annotatedClasses(record.answer)), [record.answer]);
  const show = useCallback(
    ({ query, expanded }: { readonly query: string; readonly expanded: boolean }) =>
      visibleLabels(index, record, { limit: alone || expanded ? null : VISIBLE_LABELS, query }),
    [index, record, alone],
  );
  const layout = (expanded: boolean) => labelLayout(labels.length, alone ? null : VISIBLE_LABELS, expanded);
  return useLabelView({ id: record.key, recordKey: record.key, index, selected, show, layout });
}

type LabelSource = { record: ShownTextRecord; view: LabelView; isCursor: boolean; onPick: (label: string) => void };

/** The look of each label in a row: dotted if a model chose it, solid if a user did. Only the cursor record shows its key. */
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
