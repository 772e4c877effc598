import { maySeeProperty } from "../accounts/policies.ts";
import type { Role } from "../accounts/users.ts";
import { answerKind } from "../answers/question-types.ts";
import type { MetadataMetrics, MetadataProperty } from "../datasets/metadata-property.ts";
import type {
  LabelQuestionSettings,
  MultiLabelQuestionSettings,
  Question,
  RatingQuestionSettings,
} from "../datasets/question.ts";
import { type CriteriaFilter, type FilterCondition, type FilterScope, sameScope } from "./record-criteria.ts";
import { MOST_FILTERS, MOST_TERMS } from "./search-query.ts";

/**
 * The values that the filters bar offers, and the conditions made from a reader's choice (design/filters.md#values).
 */

export type FilterGroup = FilterScope["entity"];

/** A question whose answers can be filtered. The search cannot filter by the answers of the other types. */
export type FilterableQuestion = Question & {
  readonly settings: LabelQuestionSettings | MultiLabelQuestionSettings | RatingQuestionSettings;
};

/** True for single label, multi label and rating questions (FFI-17). */
export function isFilterable(question: Question): question is FilterableQuestion {
  return answerKind(question.settings) !== null;
}

/** The properties offered to a reader: annotators get only those they may see (FFI-19). */
export function offeredProperties(
  properties: readonly MetadataProperty[],
  reader: { readonly role: Role },
): readonly MetadataProperty[] {
  return properties.filter((property) => maySeeProperty(reader, property));
}

/** A value to tick. `count`: the number of records that have it, null if unknown. */
export type TermChoice = { readonly value: string; readonly text: string; readonly count: number | null };

/** The values of a terms property, most frequent first (FEN-20). */
export function termChoices(metrics: Extract<MetadataMetrics, { type: "terms" }>): readonly TermChoice[] {
  return metrics.values.map(({ term, count }) => ({ value: term, text: term, count }));
}

/** Choices without a count, for options and agents. */
export function plainChoices(
  values: readonly { readonly value: string; readonly text: string }[],
): readonly TermChoice[] {
  return values.map(({ value, text }) => ({ value, text, count: null }));
}

/** Adds the chosen values that are no longer offered, at the top, so that the reader can untick them. */
export function withChosen(choices: readonly TermChoice[], chosen: readonly string[]): readonly TermChoice[] {
  const known = new Set(choices.map(({ value }) => value));
  const others = chosen.filter((value) => !known.has(value));
  return others.length === 0 ? choices : [...plainChoices(others.map((value) => ({ value, text: value }))), ...choices];
}

export function chosenTerms(condition: FilterCondition | null): readonly string[] {
  return condition?.type === "terms" ? condition.values : [];
}

/** FFI-18: by default, one of the values is enough. */
export function matchOf(condition: FilterCondition | null): "any" | "all" {
  return condition?.type === "terms" ? condition.match : "any";
}

/**
 * Most values that one scope may have (API-36): 250 if any of them may match. If all must match, each value is a filter
 * of its own and counts towards the 50 filters of a search.
 */
export function mostValues(filters: readonly CriteriaFilter[], scope: FilterScope, match: "any" | "all"): number {
  const others = filters.filter((filter) => !sameScope(filter.scope, scope));
  const taken = others.reduce((sum, { condition }) => sum + costOf(condition), 0);
  const left = Math.max(0, MOST_FILTERS - taken);
  return match === "all" ? Math.min(MOST_TERMS, left) : left === 0 ? 0 : MOST_TERMS;
}

function costOf(condition: FilterCondition): number {
  return condition.type === "terms" && condition.match === "all" ? condition.values.length : 1;
}
