import { indexLabels, isQuery, type LabelIndex, searchLabels } from "@postil/domain/answers/label-search";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { LOCALE } from "../../../lib/i18n/locale.ts";

const collator = new Intl.Collator(LOCALE, { numeric: true, sensitivity: "base" });

type Ordered = { readonly labels: readonly GlobalLabel[]; readonly index: LabelIndex };
const ordered = new WeakMap<readonly GlobalLabel[], Ordered>();

/** In alphabetical order, ready to be searched; made once for the labels of a page. */
function orderOf(labels: readonly GlobalLabel[]): Ordered {
  const before = ordered.get(labels);
  if (before !== undefined) return before;
  const sorted = [...labels].sort((one, other) => collator.compare(one.text, other.text));
  const index = indexLabels(sorted.map(({ text }) => ({ value: text, text, description: null })));
  const order = { labels: sorted, index };
  ordered.set(labels, order);
  return order;
}

/** The labels in which a query is found, all of them without one; in alphabetical order. */
export function entitiesFound(labels: readonly GlobalLabel[], query: string): readonly GlobalLabel[] {
  const { labels: sorted, index } = orderOf(labels);
  return isQuery(query) ? searchLabels(index, query).flatMap(({ number }) => sorted[number - 1] ?? []) : sorted;
}
