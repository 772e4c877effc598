import type { WildcardPart } from "../word-pattern.ts";

/** A query text as it was read, before anybody looks what its fields are. */

export type Group = { readonly kind: "group"; readonly items: readonly Item[] };

/** What stands between two parts makes both of them required or optional, so it is kept until it is known which parts count. */
export type Item = {
  readonly conjunction: "and" | "or" | null;
  readonly isExcluded: boolean;
  readonly part: Group | Term;
};

/** `field`: its name without escapes; may have wildcards. `at`: where the term begins in the text. */
export type Term = { readonly field: string; readonly at: number } & TermDemand;

export type TermDemand =
  /** `isRun`: several words of the text with nothing but blanks between them. */
  | { readonly kind: "word"; readonly text: string; readonly isRun: boolean }
  | { readonly kind: "phrase"; readonly text: string; readonly slop: number }
  | { readonly kind: "wildcard"; readonly parts: readonly WildcardPart[] }
  | { readonly kind: "regexp"; readonly source: string }
  | { readonly kind: "fuzzy"; readonly text: string; readonly edits: number }
  | { readonly kind: "range"; readonly low: RangeEnd | null; readonly high: RangeEnd | null }
  /** `field:*`: has a value. */
  | { readonly kind: "any" };

export type RangeEnd = { readonly text: string; readonly inclusive: boolean };

export const DEFAULT_FIELD = "text";
