import { indexLabels, isQuery, type LabelIndex, searchLabels } from "@postil/domain/answers/label-search";
import type { GlobalLabel } from "@postil/domain/tasks/labels";

const indexes = new WeakMap<readonly GlobalLabel[], LabelIndex>();

/** Made once for the labels of a page. */
function indexOf(labels: readonly GlobalLabel[]): LabelIndex {
  const index =
    indexes.get(labels) ?? indexLabels(labels.map(({ text }) => ({ value: text, text, description: null })));
  indexes.set(labels, index);
  return index;
}

/** The labels in which a query is found, the best match first; without one all of them, in the order of the bar and of their keys. */
export function entitiesFound(labels: readonly GlobalLabel[], query: string): readonly GlobalLabel[] {
  if (!isQuery(query)) return labels;
  return searchLabels(indexOf(labels), query).flatMap(({ number }) => labels[number - 1] ?? []);
}
