type Counts = { readonly [label: string]: number };

/**
 * Sorts labels: first those that the found records have most often, annotated or predicted; equal ones keep their order
 * (RUL-26).
 */
export function likelyFirst<Of extends { readonly text: string }>(
  labels: readonly Of[],
  found: { readonly annotated_as: Counts; readonly predicted_as: Counts },
): readonly Of[] {
  const countOf = ({ text }: Of) => (found.annotated_as[text] ?? 0) + (found.predicted_as[text] ?? 0);
  return labels.toSorted((one, other) => countOf(other) - countOf(one));
}
