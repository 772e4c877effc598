import type { Stretch } from "@postil/domain/spans/span";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import type { ShownTokenRecord } from "@postil/domain/tasks/shown-record";
import { entityChoice } from "./entity-choice.ts";

/** What Space takes; `score`: where a machine said so. */
export type FirstChoice = { readonly label: string; readonly score: number | null };

/** What is predicted for the very words, the likeliest of several, else the entity that was taken last (TAN-09, TEN-06). */
export function firstChoice(
  { prediction }: ShownTokenRecord,
  labels: readonly GlobalLabel[],
  { start, end }: Stretch,
): FirstChoice | null {
  const predicted = (prediction?.entities ?? []).filter((entity) => entity.start === start && entity.end === end);
  const [best] = predicted.sort((one, other) => other.score - one.score);
  if (best !== undefined) return { label: best.label, score: best.score };
  const [first] = labels;
  const last = first === undefined ? null : entityChoice(first.datasetId).get().last;
  return last === null ? null : { label: last, score: null };
}
