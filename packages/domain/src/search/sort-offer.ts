import type { MetadataProperty } from "../datasets/metadata-property.ts";
import type { Question } from "../datasets/question.ts";
import { isFilterable } from "./filter-offer.ts";
import { scopeKey } from "./record-criteria.ts";
import { MOST_SORT_ENTRIES, type Scope, type SortEntry } from "./search-query.ts";

export const SORT_CATEGORIES = ["general", "metadata", "suggestion", "response"] as const;
export type SortCategory = (typeof SORT_CATEGORIES)[number];

/** Something records can be sorted by. */
export type SortCandidate = {
  readonly scope: Scope;
  readonly category: SortCategory;
  /** of the property or question; null for the record's own times, which the page names */
  readonly title: string | null;
};

type Parts = { readonly questions: readonly Question[]; readonly properties: readonly MetadataProperty[] };

/** Everything a dataset can be sorted by, category after category (FFI-11): scores of the questions of FFI-17, values of ratings. */
export function sortCandidates({ questions, properties }: Parts): readonly SortCandidate[] {
  const asked = questions.filter(isFilterable);
  const ratings = asked.filter(({ settings }) => settings.type === "rating");
  const suggested = (question: Question, property: "score" | "value"): SortCandidate => ({
    scope: { entity: "suggestion", question: question.name, property },
    category: "suggestion",
    title: question.title,
  });
  return [
    { scope: { entity: "record", property: "inserted_at" }, category: "general", title: null },
    { scope: { entity: "record", property: "updated_at" }, category: "general", title: null },
    ...properties.map(
      ({ name, title }): SortCandidate => ({
        scope: { entity: "metadata", property: name },
        category: "metadata",
        title,
      }),
    ),
    ...asked.map((question) => suggested(question, "score")),
    ...ratings.map((question) => suggested(question, "value")),
    ...ratings.map(
      ({ name, title }): SortCandidate => ({
        scope: { entity: "response", question: name, property: null },
        category: "response",
        title,
      }),
    ),
  ];
}

/** The candidate of an entry; one made up from its names when the dataset no longer has it, so that it can be taken away. */
export function candidateOf(candidates: readonly SortCandidate[], { scope }: SortEntry): SortCandidate {
  const known = candidates.find((candidate) => scopeKey(candidate.scope) === scopeKey(scope));
  if (known !== undefined) return known;
  switch (scope.entity) {
    case "record":
      return { scope, category: "general", title: null };
    case "metadata":
      return { scope, category: "metadata", title: scope.property };
    case "suggestion":
    case "response":
      return { scope, category: scope.entity, title: scope.question ?? "" };
  }
}

/** What is not sorted by yet; for an entry that is being replaced it is on offer itself as well. */
export function unusedCandidates(
  candidates: readonly SortCandidate[],
  sort: readonly SortEntry[],
  replaced: SortEntry | null = null,
): readonly SortCandidate[] {
  const used = new Set(sort.filter((entry) => entry !== replaced).map(({ scope }) => scopeKey(scope)));
  return candidates.filter(({ scope }) => !used.has(scopeKey(scope)));
}

/** API-36; and while there is something left to add. */
export function mayAddSort(candidates: readonly SortCandidate[], sort: readonly SortEntry[]): boolean {
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
