import type { Analysis } from "../../text/cut-text.ts";
import type { FieldName, QueryLeaf } from "../query-tree.ts";

/** What the name of a field stands for in query texts on one dataset (contract search-semantics 3.1). */
export type SearchField =
  /** Cut by `keyword`: compared as a whole, and in the order of code points. */
  | { readonly kind: "text"; readonly name: FieldName; readonly analysis: Analysis }
  /** Integers, numbers of single precision, times, and the texts `true` and `false`. */
  | { readonly kind: "integer" | "float" | "time" | "boolean"; readonly name: FieldName }
  /** Other fields stand below its name, and it has no value of its own. */
  | { readonly kind: "object"; readonly name: FieldName };

export type SearchFields = {
  /** Null: no record of the dataset has ever had such a field. */
  readonly find: (name: string) => SearchField | null;
  /** The names of all that can be found, objects aside: what a name with wildcards stands for. */
  readonly names: () => Iterable<string>;
  /** Whether every document of the dataset has to be read to answer it. */
  readonly readsDocuments: (leaf: QueryLeaf) => boolean;
};
