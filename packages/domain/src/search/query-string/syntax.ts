import type { Analysis } from "../../text/text-analysis.ts";
import type { FieldName, QueryLeaf } from "../query-tree.ts";
import type { WildcardPart } from "../word-pattern.ts";

/** A parsed query text, before its field names are resolved. */

export type Group = { readonly kind: "group"; readonly items: readonly Item[] };

/** The conjunction makes the parts on both sides required or optional. */
export type Item = {
  readonly conjunction: "and" | "or" | null;
  readonly isExcluded: boolean;
  readonly part: Group | Term;
};

/** `field`: the field's name without escapes; it may have wildcards. `at`: where the term begins in the text. */
export type Term = { readonly field: string; readonly at: number } & TermDemand;

export type TermDemand =
  /** `isRun`: several words of the text with only blanks between them. */
  | { readonly kind: "word"; readonly text: string; readonly isRun: boolean }
  | { readonly kind: "phrase"; readonly text: string; readonly slop: number }
  | { readonly kind: "wildcard"; readonly parts: readonly WildcardPart[] }
  | { readonly kind: "regexp"; readonly source: string }
  | { readonly kind: "fuzzy"; readonly text: string; readonly edits: number }
  | { readonly kind: "range"; readonly low: RangeEnd | null; readonly high: RangeEnd | null }
  /** `field:*`: the field has a value. */
  | { readonly kind: "any" };

export type RangeEnd = { readonly text: string; readonly inclusive: boolean };

export const DEFAULT_FIELD = "text";

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

/** The fault of a query text, and the UTF-16 unit at which it is. */
export class QueryFault extends Error {
  override readonly name: string = "QueryFault";
  readonly at: number;

  constructor(at: number, detail: string) {
    super(detail);
    this.at = at;
  }
}

/** The text does not follow the grammar. */
export class SyntaxFault extends QueryFault {
  override readonly name = "SyntaxFault";
}
