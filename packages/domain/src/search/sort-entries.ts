import { scopeKey } from "./record-criteria.ts";
import { MOST_SORT_ENTRIES, type Scope, type SortEntry } from "./search-query.ts";

/** Something records can be sorted by. */
type Sortable = { readonly scope: Scope };

/** What is not sorted by yet; for an entry that is being replaced it is on offer itself as well. */
export function unusedCandidates<Candidate extends Sortable>(
  candidates: readonly Candidate[],
  sort: readonly SortEntry[],
  replaced: SortEntry | null = null,
): readonly Candidate[] {
  const used = new Set(sort.filter((entry) => entry !== replaced).map(({ scope }) => scopeKey(scope)));
  return candidates.filter(({ scope }) => !used.has(scopeKey(scope)));
}

/** API-36; and while there is something left to add. */
export function mayAddSort(candidates: readonly Sortable[], sort: readonly SortEntry[]): boolean {
  return sort.length < MOST_SORT_ENTRIES && unusedCandidates(candidates, sort).length > 0;
}

/** A new key comes last and begins ascending; a replaced one keeps its place and direction. */
export function withSort(sort: readonly SortEntry[], scope: Scope, replaced: SortEntry | null): readonly SortEntry[] {
  const at = replaced === null ? -1 : sort.indexOf(replaced);
  return at === -1 ? [...sort, { scope, order: "asc" }] : sort.with(at, { scope, order: sort[at]?.order ?? "asc" });
}

export function turned(sort: readonly SortEntry[], entry: SortEntry): readonly SortEntry[] {
  return sort.map((other) => (other === entry ? { ...entry, order: entry.order === "asc" ? "desc" : "asc" } : other));
}

/** From one place to another, both counted from 0. */
export function movedSort(sort: readonly SortEntry[], from: number, to: number): readonly SortEntry[] {
  const entry = sort[from];
  return entry === undefined ? sort : sort.toSpliced(from, 1).toSpliced(to, 0, entry);
}
