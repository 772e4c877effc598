import { annotatedClasses, chosenLabels, type ShownTextRecord, startingAnswer } from "./shown-record.ts";
import type { Labels } from "./task-record.ts";

/**
 * The effect of choosing a label: the answer is written at once, the annotation is removed, or the record is edited
 * (TAN-06, TAN-07).
 */
export type LabelChoice =
  | { readonly does: "answer"; readonly answer: Labels }
  | { readonly does: "edit"; readonly answer: Labels; readonly untouched: readonly string[] }
  | { readonly does: "resetAnnotation" };

export function chooseLabel(record: ShownTextRecord, label: string): LabelChoice {
  if (!record.multiLabel) {
    return isAnnotatedAs(record, label)
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

const isAnnotatedAs = ({ annotation }: ShownTextRecord, label: string): boolean =>
  annotation !== null && annotatedClasses(annotation).includes(label);

/**
 * Labels in the record's order, so that a change that was undone leaves no difference. Labels that the record has
 * already keep their scores.
 */
export function labelsOfRecord(record: ShownTextRecord, classes: readonly string[]): Labels {
  const wanted = new Set(classes);
  const kept = startingAnswer(record).answer.labels.filter(({ class_label }) => wanted.has(class_label));
  const known = new Set(kept.map(({ class_label }) => class_label));
  return { labels: [...kept, ...chosenLabels([...wanted].filter((label) => !known.has(label))).labels] };
}
