import type { RecordStatus } from "../records/response.ts";
import type { Analysis } from "../text/cut-text.ts";
import type { TextDemand } from "./text-query.ts";
import type { WordPattern } from "./word-pattern.ts";

/**
 * What is asked of a record, as a plain value: what every way to ask is read into, and what the engine answers. It knows
 * neither questions nor tasks: what a field is called is looked up in a registry that the dataset's family fills. Whoever
 * builds one from what a stranger sends bounds how deep it is.
 */

/** Where values come from, then their names there: `["metadata", "lang"]`. */
export type FieldName = readonly [source: string, ...names: readonly string[]];

/** Texts are read as values of the field's kind; numbers are bounds of a number, and of a time in milliseconds. */
export type QueryBound = { readonly value: string | number; readonly inclusive: boolean };

/** The same values can be looked for by their words and as they are, so a leaf on words says how the field's texts are cut. */
type InWords = { readonly field: FieldName; readonly analysis: Analysis };

export type QueryLeaf =
  /** All of the demands on words must hold, in any of the record's texts (null) or in one; of no demand: nothing. */
  | {
      readonly kind: "words";
      readonly field: FieldName | null;
      readonly analysis: Analysis;
      readonly demands: readonly TextDemand[];
    }
  /** The words stand near each other in one text of the field, by the measure of `standNear`. */
  | ({ readonly kind: "near"; readonly words: readonly string[]; readonly slop: number } & InWords)
  /** One word of the field's texts fits the pattern; cut by `keyword`, one of its values does. */
  | ({ readonly kind: "pattern"; readonly pattern: WordPattern } & InWords)
  /** One of the field's values is one of these. */
  | { readonly kind: "terms"; readonly field: FieldName; readonly values: readonly string[] }
  /** One of the field's values lies between the bounds; null: none. */
  | {
      readonly kind: "range";
      readonly field: FieldName;
      readonly low: QueryBound | null;
      readonly high: QueryBound | null;
    }
  /** The field has a value, or, where others stand below its name (`["metadata"]`), one of these has. */
  | { readonly kind: "exists"; readonly field: FieldName }
  /** The record has one of the statuses for whoever asks; none: whatever the status. */
  | { readonly kind: "status"; readonly statuses: readonly RecordStatus[] };

export type QueryTree =
  | QueryLeaf
  /** Of none: every record. */
  | { readonly kind: "and"; readonly parts: readonly QueryTree[] }
  /** Of none: no record. */
  | { readonly kind: "or"; readonly parts: readonly QueryTree[] }
  | { readonly kind: "not"; readonly part: QueryTree };

/** All leaves, from left to right. */
export function leavesOf(tree: QueryTree, found: QueryLeaf[] = []): readonly QueryLeaf[] {
  if (tree.kind === "and" || tree.kind === "or") for (const part of tree.parts) leavesOf(part, found);
  else if (tree.kind === "not") leavesOf(tree.part, found);
  else found.push(tree);
  return found;
}
