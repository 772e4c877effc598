import { maySeeProperty } from "../accounts/policies.ts";
import type { Role } from "../accounts/users.ts";
import type { MetadataProperty, MetadataSettings } from "../datasets/metadata-property.ts";
import type { Question, QuestionSettings } from "../datasets/question.ts";
import { answerKind, type FilterableType } from "../records/question-types.ts";
import { exactly } from "../text/whole-numbers.ts";
import type { FilterCondition, FilterScope } from "./record-criteria.ts";

/**
 * The values that the filters bar offers, and the conditions made from a reader's choice (design/filters.md#values).
 */

export type FilterGroup = FilterScope["entity"];

/** A question whose answers can be filtered. The search cannot filter by the answers of the other types. */
export type FilterableQuestion = Question & {
  readonly settings: Extract<QuestionSettings, { readonly type: FilterableType }>;
};

/** FFI-17. */
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

/**
 * The condition that finds the records with exactly this value of a metadata property (FFI-07). Null if the property
 * cannot be filtered by it: terms need a text, the other types a number. A list is filtered by one of its values.
 */
export function conditionFor(settings: MetadataSettings, value: unknown): FilterCondition | null {
  if (settings.type === "terms")
    return typeof value === "string" ? { type: "terms", values: [value], match: "any" } : null;
  if (typeof value !== "number" && typeof value !== "bigint") return null;
  const number = typeof value === "bigint" ? String(value) : exactly(value);
  return { type: "range", ge: number, le: number };
}
