import type { Field } from "../datasets/field.ts";
import type { MetadataProperty, VectorSettings } from "../datasets/metadata-property.ts";
import type { Question } from "../datasets/question.ts";
import type { CriteriaFilter, RecordCriteria, Scope } from "./record-criteria.ts";

export type Named = {
  readonly fields: readonly Field[];
  readonly questions: readonly Question[];
  readonly properties: readonly MetadataProperty[];
  readonly vectors: readonly VectorSettings[];
};

/**
 * The criteria without the parts that name something unknown in the dataset, or something that the reader may not see.
 * The server would refuse the whole search for it, but an address broken by hand must open (design/address.md#rules,
 * FFI-12).
 */
export function knownCriteria(criteria: RecordCriteria, named: Named): RecordCriteria {
  const { text, filters, sort, similarity } = criteria;
  return {
    ...criteria,
    text: text && { ...text, field: named.fields.some(({ name }) => name === text.field) ? text.field : null },
    filters: filters.filter((filter) => isKnown(filter.scope, named) && fits(filter, named)),
    sort: sort.filter(({ scope }) => isKnown(scope, named)),
    similarity: named.vectors.some(({ name }) => name === similarity?.vector) ? similarity : null,
  };
}

function isKnown(scope: Scope, { questions, properties }: Named): boolean {
  if (scope.entity === "record") return true;
  if (scope.entity === "metadata") return properties.some(({ name }) => name === scope.property);
  return questions.some(({ name }) => name === scope.question);
}

/** True if the filter fits its property: terms have no range. The server compares a number in a terms filter. */
function fits({ scope, condition }: CriteriaFilter, { properties }: Named): boolean {
  if (scope.entity !== "metadata" || condition.type === "terms") return true;
  return properties.find(({ name }) => name === scope.property)?.settings.type !== "terms";
}
