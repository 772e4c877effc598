import { isQuery, type LabelIndex, type NumberedOption, searchLabels } from "../labels/label-search.ts";
import type { ShownOptions } from "../labels/visible-options.ts";
import { annotatedClasses, chosenLabels, type ShownTextRecord, startingAnswer } from "./shown-record.ts";
import type { Labels } from "./task-record.ts";

/** What choosing a label does (TAN-06, TAN-07). */
export type LabelChoice =
  | { readonly does: "answer"; readonly answer: Labels }
  | { readonly does: "edit"; readonly answer: Labels; readonly untouched: readonly string[] }
  | { readonly does: "resetAnnotation" };

export function chooseLabel(record: ShownTextRecord, label: string): LabelChoice {
  if (!record.multiLabel) {
    return record.annotation !== null && annotatedClasses(record.annotation).includes(label)
      ? { does: "resetAnnotation" }
      : { does: "answer", answer: chosenLabels([label]) };
  }
  const chosen = annotatedClasses(record.answer);
  const untouched = record.untouched.filter((other) => other !== label);
  // A label that is only suggested is confirmed first: a user who agrees presses its key (TAN-15).
  if (untouched.length < record.untouched.length && chosen.includes(label))
    return { does: "edit", answer: record.answer, untouched };
  const without = chosen.filter((other) => other !== label);
  const classes = without.length < chosen.length ? without : [...chosen, label];
  return { does: "edit", answer: labelsOfRecord(record, classes), untouched };
}

/** The effect of choosing a label found by search: it never removes the label (FAN-29). Null: nothing changes. */
export function takeLabel(record: ShownTextRecord, label: string): LabelChoice | null {
  const choice = chooseLabel(record, label);
  return choice.does !== "resetAnnotation" && annotatedClasses(choice.answer).includes(label) ? choice : null;
}

/** In the record's order, so that an undone change leaves no difference. Known labels keep their scores. */
export function labelsOfRecord(record: ShownTextRecord, classes: readonly string[]): Labels {
  const wanted = new Set(classes);
  const kept = startingAnswer(record).answer.labels.filter(({ class_label }) => wanted.has(class_label));
  const known = new Set(kept.map(({ class_label }) => class_label));
  return { labels: [...kept, ...chosenLabels([...wanted].filter((label) => !known.has(label))).labels] };
}

type LabelsView = {
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
