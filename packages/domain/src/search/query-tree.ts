import type { RecordStatus } from "../records/labeled-record.ts";
import type { Analysis } from "../text/text-analysis.ts";
import type { TextDemand } from "./text-query.ts";
import type { WordPattern } from "./word-pattern.ts";

/**
 * A query on records, as a plain value. Every way to search is converted into it, and the engine answers it. It knows
 * neither questions nor tasks: field names are looked up in a registry that the dataset's family fills. Code that
 * builds a tree from foreign input must limit its depth.
 */

/** The source of the values, then their names in it: `["metadata", "lang"]`. */
export type FieldName = readonly [source: string, ...names: readonly string[]];

/** A text is read as a value of the field's kind. A number is the bound of a number, or of a time in milliseconds. */
export type QueryBound = { readonly value: string | number; readonly inclusive: boolean };

/** The same values can be searched by words or as a whole, so a leaf on words states how the field's texts are cut. */
type InWords = { readonly field: FieldName; readonly analysis: Analysis };

export type QueryLeaf =
  /**
   * All demands on words must hold, in any of the record's texts (null) or in one field. Without a demand it finds
   * nothing.
   */
  | {
      readonly kind: "words";
      readonly field: FieldName | null;
      readonly analysis: Analysis;
      readonly demands: readonly TextDemand[];
    }
  /** The words are near each other in one text of the field, as `standNear` defines it. */
  | ({ readonly kind: "near"; readonly words: readonly string[]; readonly slop: number } & InWords)
  /** One word of the field's texts fits the pattern; with the analysis `keyword`, one of its values does. */
  | ({ readonly kind: "pattern"; readonly pattern: WordPattern } & InWords)
  | { readonly kind: "terms"; readonly field: FieldName; readonly values: readonly string[] }
  /** One of the field's values is between the bounds; null: no bound. */
  | {
      readonly kind: "range";
      readonly field: FieldName;
      readonly low: QueryBound | null;
      readonly high: QueryBound | null;
    }
  /** The field has a value; or, if its name contains other fields (`["metadata"]`), one of these has a value. */
  | { readonly kind: "exists"; readonly field: FieldName }
  /** The record has one of the statuses for the searching user; an empty list: any status. */
  | { readonly kind: "status"; readonly statuses: readonly RecordStatus[] };

export type QueryTree =
  | QueryLeaf
  /** Without parts: every record. */
  | { readonly kind: "and"; readonly parts: readonly QueryTree[] }
  /** Without parts: no record. */
  | { readonly kind: "or"; readonly parts: readonly QueryTree[] }
  | { readonly kind: "not"; readonly part: QueryTree };

/** All leaves, from left to right. */
export function leavesOf(tree: QueryTree, found: QueryLeaf[] = []): readonly QueryLeaf[] {
  if (tree.kind === "and" || tree.kind === "or") for (const part of tree.parts) leavesOf(part, found);
  else if (tree.kind === "not") leavesOf(tree.part, found);
  else found.push(tree);
  return found;
}
