/** The parts of a record that are used when a rule finds it. */
export type FoundRecord = {
  /** The id as text. */
  readonly id: string;
  /** Null: not annotated. */
  readonly annotatedAs: readonly string[] | null;
  /** The pieces of its text that matched. */
  readonly keywords: readonly string[];
};

/** A record with all rules that find it: their indexes, in order. */
export type MatchedRecord = FoundRecord & { readonly rules: readonly number[] };

/** Every record that at least one rule finds, once; `found` has a list for each rule. */
export function matchedRecords(found: readonly (readonly FoundRecord[])[]): readonly MatchedRecord[] {
  const records = new Map<string, FoundRecord & { readonly rules: number[]; readonly keywords: string[] }>();
  for (const [place, list] of found.entries()) {
    for (const record of list) {
      const known = records.get(record.id);
      if (known === undefined) {
        records.set(record.id, { ...record, keywords: [...record.keywords], rules: [place] });
        continue;
      }
      if (known.rules.at(-1) !== place) known.rules.push(place);
      for (const keyword of record.keywords) if (!known.keywords.includes(keyword)) known.keywords.push(keyword);
    }
  }
  return [...records.values()];
}

type Labelled = { readonly labels: readonly string[] };

/**
 * Two rules disagree on a record that both find if they have no label in common, also if the record may have several
 * labels.
 */
export const disagree = (one: Labelled, other: Labelled): boolean =>
  !one.labels.some((label) => other.labels.includes(label));

/** A person's verdict on a rule for a found record; null: not annotated, or without any label. */
export function verdictOn(rule: Labelled, annotatedAs: readonly string[] | null): "agrees" | "contradicts" | null {
  if (annotatedAs === null || annotatedAs.length === 0) return null;
  return disagree(rule, { labels: annotatedAs }) ? "contradicts" : "agrees";
}
