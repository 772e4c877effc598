import { MOST_SORT_ENTRIES } from "./record-criteria.ts";

/** A sort entry of the sort menu: every possible sort criterion of a dataset family has a key. */
export type KeyOrder = { readonly key: string; readonly order: "asc" | "desc" };

/** The keys that are not used yet. When an entry is replaced, its own key is offered too. */
export function unusedKeys(
  keys: readonly string[],
  sort: readonly KeyOrder[],
  replaced: KeyOrder | null = null,
): readonly string[] {
  const used = new Set(sort.filter((entry) => entry !== replaced).map(({ key }) => key));
  return keys.filter((key) => !used.has(key));
}

/** True if a sort entry can be added: fewer than the maximum are used (API-36), and an unused key exists. */
export function mayAddSort(keys: readonly string[], sort: readonly KeyOrder[]): boolean {
  return sort.length < MOST_SORT_ENTRIES && unusedKeys(keys, sort).length > 0;
}

/** A new key comes last and begins ascending; a replaced one keeps its place and direction. */
export function withSort(sort: readonly KeyOrder[], key: string, replaced: KeyOrder | null): readonly KeyOrder[] {
  const at = replaced === null ? -1 : sort.indexOf(replaced);
  return at === -1 ? [...sort, { key, order: "asc" }] : sort.with(at, { key, order: sort[at]?.order ?? "asc" });
}

export function turned(sort: readonly KeyOrder[], entry: KeyOrder): readonly KeyOrder[] {
  return sort.map((other) => (other === entry ? { ...entry, order: entry.order === "asc" ? "desc" : "asc" } : other));
}

/** Moves an entry from one index to another, both counted from 0. */
export function movedSort(sort: readonly KeyOrder[], from: number, to: number): readonly KeyOrder[] {
  const entry = sort[from];
  return entry === undefined ? sort : sort.toSpliced(from, 1).toSpliced(to, 0, entry);
}
