import { disagree, type MatchedRecord } from "./rules-matches.ts";

/** Two rules, by their indexes, with the records on which they disagree. */
export type RulePair = { readonly one: number; readonly other: number; readonly records: readonly MatchedRecord[] };

export type RuleConflicts = {
  /** Records on which any two rules disagree. */
  readonly records: readonly MatchedRecord[];
  /** Pairs with the most records first. */
  readonly pairs: readonly RulePair[];
};

type Labelled = { readonly labels: readonly string[] };

/** A test if two rules, given by index, disagree. Each pair is compared once, however many records both find. */
export function disagreements(rules: readonly Labelled[]): (one: number, other: number) => boolean {
  const known = new Map<number, boolean>();
  return (one, other) => {
    const key = one * rules.length + other;
    const before = known.get(key);
    if (before !== undefined) return before;
    const [first, second] = [rules[one], rules[other]];
    const found = first !== undefined && second !== undefined && disagree(first, second);
    known.set(key, found);
    return found;
  };
}

/** The records on which rules disagree, and the pairs of rules. */
export function ruleConflicts(rules: readonly Labelled[], matched: readonly MatchedRecord[]): RuleConflicts {
  const areApart = disagreements(rules);
  const pairs = new Map<number, { one: number; other: number; records: MatchedRecord[] }>();
  const records: MatchedRecord[] = [];
  for (const record of matched) {
    const apart = pairsOf(record.rules, areApart);
    if (apart.length > 0) records.push(record);
    for (const [one, other] of apart) {
      const key = one * rules.length + other;
      const pair = pairs.get(key);
      if (pair) pair.records.push(record);
      else pairs.set(key, { one, other, records: [record] });
    }
  }
  return { records, pairs: [...pairs.values()].sort((a, b) => b.records.length - a.records.length) };
}

const pairsOf = (
  places: readonly number[],
  areApart: (one: number, other: number) => boolean,
): readonly (readonly [number, number])[] =>
  places.flatMap((one, at) =>
    places.slice(at + 1).flatMap((other) => (areApart(one, other) ? [[one, other] as const] : [])),
  );
