import type { RecordStatus } from "@postil/domain/records/response";
import type { FieldName, QueryLeaf } from "@postil/domain/search/query-tree";
import type { Analysis } from "@postil/domain/text/cut-text";
import type { ListSource } from "../storage/list-source.ts";
import type { ValueSource } from "../storage/value-source.ts";

/** A leaf that names one field and asks something of its values. */
export type ValueLeaf = Extract<QueryLeaf, { kind: "terms" | "range" | "exists" }>;
/** The same of its words. */
export type WordLeaf = Extract<QueryLeaf, { kind: "words" | "near" | "pattern" }>;

/** Where the words of a text stand in the text index, and how. */
export type TextColumn = {
  readonly column: number;
  /** A word, or its beginning, as it stands there. */
  readonly spell: (word: string) => string;
  /** The word that stands there so; null: it is one of another text. */
  readonly read: (spelled: string) => string | null;
  /** What stands between texts of one record, which nothing goes across; null: they are one. */
  readonly gap: string | null;
  /** The words of each record, as they are; null: they stand in the index alone. */
  readonly lists: ListSource | null;
};

/** A column for itself, with words as they are. */
export const plainColumn = (column: number): TextColumn => ({
  column,
  spell: (word) => word,
  read: (word) => word,
  gap: null,
  lists: null,
});

/** Where values are. `exact`: of whole numbers the texts of the order of those beyond 2^53, which the source has rounded; absent: there are none. */
export type Values = { readonly source: ValueSource; readonly exact?: ValueSource | undefined };

/** What a field addresses. */
export type Target =
  | ({ readonly kind: "values" } & Values)
  /** Texts whose words stand in the index, where they are cut so. `present`: what tells that there is one; null: each record has one. */
  | {
      readonly kind: "text";
      readonly cutBy: (analysis: Analysis) => TextColumn | null;
      readonly present: ValueSource | null;
    }
  /** Others stand below its name: whether one of them has a value is all that can be asked. */
  | { readonly kind: "object"; readonly sources: readonly ValueSource[] }
  /** What the record is to whoever asks. `read`: the statuses a leaf asks for; refuses what is none. */
  | { readonly kind: "status"; readonly read: (leaf: ValueLeaf) => readonly RecordStatus[] }
  /** Nothing is ever there. */
  | { readonly kind: "nothing" };

export const NOTHING: Target = { kind: "nothing" };

/** What the names that follow the source address. */
export type FieldsOf = (names: readonly string[]) => Target;

/**
 * What the fields of a query address in one dataset, by where their values come from. Each family of datasets fills it
 * with what its records have; an entry refuses the names that the dataset ought to have and does not.
 */
export type Registry = ReadonlyMap<string, FieldsOf>;

/** What comes from where nothing is known addresses nothing. */
export const resolveField = (registry: Registry, [source, ...names]: FieldName): Target =>
  registry.get(source)?.(names) ?? NOTHING;
