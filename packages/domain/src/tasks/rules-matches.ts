/** What of a record is looked at when a rule has found it. */
export type FoundRecord = {
  /** As text. */
  readonly id: string;
  /** Null: not annotated. */
  readonly annotatedAs: readonly string[] | null;
  /** The pieces of its text that matched. */
  readonly keywords: readonly string[];
};

/** A record with all rules that find it, by their places and in their order. */
export type MatchedRecord = FoundRecord & { readonly rules: readonly number[] };

/** Every record that some rule finds, once; `found` has a list for each rule. */
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

/** Two rules disagree on a record that both find when they share no label there, where it may have several too. */
export const disagree = (one: Labelled, other: Labelled): boolean =>
  !one.labels.some((label) => other.labels.includes(label));

/** What a person says of a rule on a record it finds; null: nothing yet, or no label at all. */
export function verdictOn(rule: Labelled, annotatedAs: readonly string[] | null): "agrees" | "contradicts" | null {
  if (annotatedAs === null || annotatedAs.length === 0) return null;
  return disagree(rule, { labels: annotatedAs }) ? "contradicts" : "agrees";
}
