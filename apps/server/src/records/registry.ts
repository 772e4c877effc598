import type { RecordStatus } from "@postil/domain/records/response";
import type { FieldName, QueryLeaf } from "@postil/domain/search/query-tree";
import type { ValueSource } from "../storage/value-source.ts";

/** A leaf that names one field and asks something of its values. */
export type ValueLeaf = Extract<QueryLeaf, { kind: "terms" | "range" | "exists" }>;

/** What a field addresses. */
export type Target =
  | { readonly kind: "values"; readonly source: ValueSource }
  /** A column of the text index. */
  | { readonly kind: "text"; readonly column: number }
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
