import { indexLabels, type LabelIndex } from "@postil/domain/answers/label-search";
import { labelLayout } from "@postil/domain/answers/visible-options";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { annotatedClasses, type ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { VISIBLE_LABELS, visibleLabels } from "@postil/domain/tasks/visible-labels";
import { useCallback, useMemo } from "react";
import { type LabelView, useLabelView } from "../../../workbench/labels/use-label-view.ts";

const indexes = new WeakMap<readonly GlobalLabel[], LabelIndex>();

/** Made once for all rows. */
function indexOfLabels(labels: readonly GlobalLabel[]): LabelIndex {
  const known = indexes.get(labels);
  if (known !== undefined) return known;
  const index = indexLabels(labels.map(({ text }) => ({ value: text, text, description: null })));
  indexes.set(labels, index);
  return index;
}

/** Which labels stand on a record's row: all of them where it is the only one on the page (LAB-06, LAB-07). */
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
