import type { Analysis } from "../../text/cut-text.ts";
import type { FieldName, QueryLeaf } from "../query-tree.ts";

/** The meaning of a field name in query texts on one dataset (contract search-semantics 3.1). */
export type SearchField =
  /** With the analysis `keyword` it is compared as a whole, in the order of code points. */
  | { readonly kind: "text"; readonly name: FieldName; readonly analysis: Analysis }
  /** Integers, single-precision numbers, times, and the texts `true` and `false`. */
  | { readonly kind: "integer" | "float" | "time" | "boolean"; readonly name: FieldName }
  /** Its name contains other fields; it has no value itself. */
  | { readonly kind: "object"; readonly name: FieldName };

export type SearchFields = {
  /** Null: no record of the dataset has ever had this field. */
  readonly find: (name: string) => SearchField | null;
  /** The names of all fields except objects: a name with wildcards is matched against them. */
  readonly names: () => Iterable<string>;
  /** True if every document of the dataset must be read to answer the leaf. */
  readonly readsDocuments: (leaf: QueryLeaf) => boolean;
};
