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

/** What the filters bar offers, and what a reader's choice in it becomes (design/filters.md#values). */

export type FilterGroup = FilterScope["entity"];

/** A question whose answers can be filtered by: the values of the other types are not told apart by the search. */
export type FilterableQuestion = Question & {
  readonly settings: LabelQuestionSettings | MultiLabelQuestionSettings | RatingQuestionSettings;
};

/** FFI-17: single label, multi label and rating. */
export function isFilterable(question: Question): question is FilterableQuestion {
  return answerKind(question.settings) !== null;
}

/** FFI-19: annotators are offered only what they may see. */
export function offeredProperties(
  properties: readonly MetadataProperty[],
  reader: { readonly role: Role },
): readonly MetadataProperty[] {
  return properties.filter((property) => maySeeProperty(reader, property));
}

/** A value to tick. `count`: in how many records it stands, null where that is not known. */
export type TermChoice = { readonly value: string; readonly text: string; readonly count: number | null };

/** The values of a terms property, most frequent first (FEN-20). */
export function termChoices(metrics: Extract<MetadataMetrics, { type: "terms" }>): readonly TermChoice[] {
  return metrics.values.map(({ term, count }) => ({ value: term, text: term, count }));
}

/** Options, agents: values without a count. */
export function plainChoices(
  values: readonly { readonly value: string; readonly text: string }[],
): readonly TermChoice[] {
  return values.map(({ value, text }) => ({ value, text, count: null }));
}

/** With the chosen values that are not on offer any more, first, so that they can be taken back. */
export function withChosen(choices: readonly TermChoice[], chosen: readonly string[]): readonly TermChoice[] {
  const known = new Set(choices.map(({ value }) => value));
  const others = chosen.filter((value) => !known.has(value));
  return others.length === 0 ? choices : [...plainChoices(others.map((value) => ({ value, text: value }))), ...choices];
}

export function chosenTerms(condition: FilterCondition | null): readonly string[] {
  return condition?.type === "terms" ? condition.values : [];
}

/** FFI-18: unless said otherwise one of the values is enough. */
export function matchOf(condition: FilterCondition | null): "any" | "all" {
  return condition?.type === "terms" ? condition.match : "any";
}

/**
 * How many values one scope may have at most (API-36): 250 as alternatives; values that must all be there are a filter each
 * and share the 50 of a search with the other scopes.
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
