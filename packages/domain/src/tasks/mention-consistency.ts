import { compareCodePoints } from "../text/code-point-order.ts";

/** The labels of each of the most frequent mentions (contract api-v0 section 9). */

export type MentionCount = { readonly label: string; readonly mention: string; readonly count: number };
export type LabeledMention = {
  readonly mention: string;
  readonly entities: readonly { readonly label: string; readonly count: number }[];
};

/**
 * Takes the `most` most frequent mentions and keeps those with at least `least` labels, those with more labels first.
 * `counts`: one for each mention and label.
 */
export function mentionConsistency(
  counts: readonly MentionCount[],
  { most, least }: { readonly most: number; readonly least: number },
): LabeledMention[] {
  const byMention = Map.groupBy(counts, ({ mention }) => mention);
  return Array.from(byMention, ([mention, same]) => ({
    mention,
    count: same.reduce((sum, { count }) => sum + count, 0),
    entities: same.map(({ label, count }) => ({ label, count })).toSorted(byCount(({ label }) => label)),
  }))
    .toSorted(byCount(({ mention }) => mention))
    .slice(0, most)
    .filter(({ entities }) => entities.length >= least)
    .map(({ mention, entities }) => ({ mention, entities }))
    .toSorted((a, b) => b.entities.length - a.entities.length);
}

/** The most frequent first; equally frequent ones by text. */
const byCount =
  <T extends { readonly count: number }>(textOf: (one: T) => string) =>
  (a: T, b: T): number =>
    b.count - a.count || compareCodePoints(textOf(a), textOf(b));
