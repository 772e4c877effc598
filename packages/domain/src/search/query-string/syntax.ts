import type { WildcardPart } from "../word-pattern.ts";

/** A parsed query text, before its field names are resolved. */

export type Group = { readonly kind: "group"; readonly items: readonly Item[] };

/**
 * A part of a group. The conjunction makes the parts on both sides required or optional. It is kept until it is known
 * which parts count.
 */
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
