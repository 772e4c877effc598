import { isQuery, type LabelIndex, type NumberedOption, searchLabels } from "../labels/label-search.ts";
import type { ShownOptions } from "../labels/visible-options.ts";
import { annotatedClasses, type ShownTextRecord } from "./shown-record.ts";

/** Number of labels shown on a row (LAB-06). */
export const VISIBLE_LABELS = 10;

export type LabelsView = {
  /** null: all of them */
  readonly limit: number | null;
  readonly query: string;
};

/**
 * The labels on a record's row: predicted ones first, by falling score, then the others in their own order, up to the
 * limit (LAB-06). Chosen labels are always shown (LAB-07), also those that the schema lacks. With a query, its matches
 * are shown.
 */
export function visibleLabels(index: LabelIndex, record: ShownTextRecord, { limit, query }: LabelsView): ShownOptions {
  if (isQuery(query)) return { shown: searchLabels(index, query), hidden: 0 };
  const first = predictedOptions(index, record);
  const before = new Set(first);
  const room = limit ?? Number.POSITIVE_INFINITY;
  const shown = first.slice(0, room);
  for (const option of index.options) {
    if (shown.length >= room) break;
    if (!before.has(option)) shown.push(option);
  }
  const onRow = new Set(shown);
  const chosen = annotatedClasses(record.answer).map((label) => index.byValue.get(label) ?? foreign(label));
  const all = [...shown, ...chosen.filter((option) => !onRow.has(option))];
  const known = all.filter(({ number }) => number !== NO_NUMBER).length;
  return { shown: all, hidden: index.options.length - known };
}

/** The number of a label that the dataset does not have. */
const NO_NUMBER = 0;
const foreign = (label: string): NumberedOption => ({
  value: label,
  text: label,
  description: null,
  number: NO_NUMBER,
});

function predictedOptions(index: LabelIndex, { prediction }: ShownTextRecord): NumberedOption[] {
  const byScore = [...(prediction?.labels ?? [])].sort((one, other) => other.score - one.score);
  return [...new Set(byScore.flatMap(({ class_label }) => index.byValue.get(class_label) ?? []))];
}
