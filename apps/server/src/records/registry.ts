import type { RecordStatus } from "@postil/domain/records/labeled-record";
import { Refusal } from "@postil/domain/refusal";
import type { FieldName, QueryLeaf } from "@postil/domain/search/query-tree";
import type { Analysis } from "@postil/domain/text/text-analysis";
import type { Demand, ListSource, ValueSource } from "../storage/value-sources.ts";

export type ValueLeaf = Extract<QueryLeaf, { kind: "terms" | "range" | "exists" }>;
export type WordLeaf = Extract<QueryLeaf, { kind: "words" | "near" | "pattern" }>;

/** Where and how the text index stores the words of a text. */
export type TextColumn = {
  readonly column: number;
  /** Encodes a word, or its beginning, as the index stores it. */
  readonly spell: (word: string) => string;
  /** Decodes a word of the index; null if it belongs to another text. */
  readonly read: (spelled: string) => string | null;
  /** The separator between the texts of a record, which no phrase crosses; null if there is only one text. */
  readonly gap: string | null;
  /** The plain words of each record; null if only the index has them. */
  readonly lists: ListSource | null;
};

/** A separate column with unchanged words. */
export const plainColumn = (column: number): TextColumn => ({
  column,
  spell: (word) => word,
  read: (word) => word,
  gap: null,
  lists: null,
});

/** The place of values. `exact`: sortable texts of whole numbers beyond 2^53, which the source has rounded. */
export type Values = { readonly source: ValueSource; readonly exact?: ValueSource | undefined };

export const COMPLETIONS = ["completed", "pending"] as const;
export type Completion = (typeof COMPLETIONS)[number];

export type Target =
  | ({ readonly kind: "values" } & Values)
  /**
   * A text whose words are in the index, if they are cut that way. `present`: the source that tells if a record has the text;
   * null means that every record has it.
   */
  | {
      readonly kind: "text";
      readonly cutBy: (analysis: Analysis) => TextColumn | null;
      readonly present: ValueSource | null;
    }
  /** An object with fields below it: the only possible test is whether one of them has a value. */
  | { readonly kind: "object"; readonly sources: readonly ValueSource[] }
  /** The status of the record for the viewer. `read`: the statuses that a leaf asks for; refuses an unknown one. */
  | { readonly kind: "status"; readonly read: (leaf: ValueLeaf) => readonly RecordStatus[] }
  /** If anybody has submitted an answer to the record. `read`: what a leaf asks for; refuses an unknown word. */
  | { readonly kind: "completion"; readonly read: (leaf: ValueLeaf) => readonly Completion[] }
  /** A field that never has a value. */
  | { readonly kind: "nothing" };

export const NOTHING: Target = { kind: "nothing" };

/** Finds the target for the names after the source. */
export type FieldsOf = (names: readonly string[]) => Target;

/**
 * The fields of a query in one dataset, by source. Each family of datasets fills it with the parts of its records. An entry
 * refuses names that must exist in the dataset but do not.
 */
export type Registry = ReadonlyMap<string, FieldsOf>;

/** An unknown source addresses nothing. */
export const resolveField = (registry: Registry, [source, ...names]: FieldName): Target =>
  registry.get(source)?.(names) ?? NOTHING;

/** A condition that at least one value of a record must meet. */
export type RowCondition = { readonly source: ValueSource; readonly demand: Demand };

/** True if each record passes by at most one row, so that the passing rows can be counted as records. */
export const isOnce = ({ source, demand }: RowCondition): boolean =>
  source.single || (source.ordered && demand.values?.length === 1);

/** The sort fields, the main one first. */
export type SortField = { readonly field: FieldName; readonly order: "asc" | "desc" };

/** A resolved sort field. */
export type SortKey = { readonly source: ValueSource; readonly descending: boolean };

/** Resolves sort fields. Those without values are left out; ties are sorted by creation (search-semantics 2.5). */
export function compileSort(registry: Registry, sort: readonly SortField[]): SortKey[] {
  return sort.flatMap(({ field, order }): SortKey[] => {
    const target = resolveField(registry, field);
    if (target.kind === "status") {
      throw new Refusal("unprocessable", "Records cannot be sorted by the status of responses.");
    }
    if (target.kind !== "values") return [];
    // Numbers that are rounded to the same value are sorted by their digits.
    const sources = target.exact ? [target.source, target.exact] : [target.source];
    return sources.map((source) => ({ source, descending: order === "desc" }));
  });
}
