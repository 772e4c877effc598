import type { Field } from "../datasets/field.ts";
import type { VectorSettings } from "../datasets/vector-settings.ts";
import { fieldsFault } from "./field-rules.ts";
import { type MetadataRules, metadataFault } from "./metadata-rules.ts";
import type { MetadataValues } from "./record.ts";
import type { FieldValues, RecordResponseInput, SuggestionInput, VectorValues } from "./record-input.ts";
import { type RuledQuestion, responseFault } from "./response-rules.ts";
import { type StoredSizes, suggestionsWholeFault, vectorsWholeFault } from "./size-limits.ts";
import { suggestionFault } from "./suggestion-rules.ts";
import { type VectorFault, vectorFault } from "./vector-rules.ts";

/** The rules that the records of a dataset must fulfil. */
export type RecordRules = MetadataRules & {
  readonly fields: readonly Pick<Field, "name" | "required">[];
  /** In the dataset's order. */
  readonly questions: readonly (RuledQuestion & { readonly id: string })[];
  readonly vectors: readonly Pick<VectorSettings, "name" | "dimensions">[];
  readonly hasUser: (userId: string) => boolean;
};

/** The parts to write: a new record, or changes to an existing one. Absent parts are not checked. */
export type RecordParts = {
  /** The record's fields: those sent, or those stored when the record is only changed. */
  readonly fields: FieldValues;
  readonly isNew: boolean;
  readonly metadata?: MetadataValues | null;
  readonly suggestions?: readonly SuggestionInput[];
  readonly responses?: readonly RecordResponseInput[];
  readonly vectors?: VectorValues;
  /** The sizes of the parts that stay on the record; absent: none. */
  readonly there?: StoredSizes;
};

/**
 * The first fault of a record; its wording depends on the call. A null detail: the named question or user does not
 * exist.
 */
export type RecordFault =
  | { readonly part: "fields" | "metadata" | "whole"; readonly detail: string }
  | { readonly part: "repeated suggestion" }
  | {
      readonly part: "suggestion";
      readonly questionId: string;
      readonly question: string;
      readonly detail: string | null;
    }
  | { readonly part: "response"; readonly position: number; readonly userId: string; readonly detail: string | null }
  | { readonly part: "vector"; readonly fault: VectorFault };

/** Checks a record: fields, metadata, suggestions, responses, vectors, then all together, in this order. */
export function recordFault(rules: RecordRules, record: RecordParts): RecordFault | null {
  return (
    fieldsOf(rules, record) ??
    metadataOf(rules, record) ??
    suggestionsOf(rules, record) ??
    responsesOf(rules, record) ??
    vectorsOf(rules, record) ??
    wholeOf(rules, record)
  );
}

function fieldsOf(rules: RecordRules, record: RecordParts): RecordFault | null {
  const detail = record.isNew ? fieldsFault(rules.fields, record.fields) : null;
  return detail === null ? null : { part: "fields", detail };
}

function metadataOf(rules: RecordRules, { metadata }: RecordParts): RecordFault | null {
  const detail = metadata ? metadataFault(rules, metadata) : null;
  return detail === null ? null : { part: "metadata", detail };
}

/**
 * In a new record the last suggestion for a question counts. In a change, two for the same question are a fault (api-v1
 * 11.4, 11.5).
 */
function suggestionsOf(rules: RecordRules, { isNew, fields, suggestions = [] }: RecordParts): RecordFault | null {
  const named = new Set<string>();
  for (const suggestion of suggestions) {
    const { questionId } = suggestion;
    if (named.has(questionId) && !isNew) return { part: "repeated suggestion" };
    named.add(questionId);
    const question = rules.questions.find((candidate) => candidate.id === questionId);
    if (!question) return { part: "suggestion", questionId, question: "", detail: null };
    const detail = suggestionFault(question, suggestion, fields);
    if (detail !== null) return { part: "suggestion", questionId, question: question.name, detail };
  }
  return null;
}

function responsesOf(rules: RecordRules, { fields, responses = [] }: RecordParts): RecordFault | null {
  for (const [position, response] of responses.entries()) {
    const { userId } = response;
    if (!rules.hasUser(userId)) return { part: "response", position, userId, detail: null };
    const detail = responseFault(rules.questions, response, fields);
    if (detail !== null) return { part: "response", position, userId, detail };
  }
  return null;
}

function vectorsOf(rules: RecordRules, { vectors }: RecordParts): RecordFault | null {
  const fault = vectors ? vectorFault(rules.vectors, vectors) : null;
  return fault === null ? null : { part: "vector", fault };
}

function wholeOf({ vectors: settings }: RecordRules, record: RecordParts): RecordFault | null {
  const { suggestions = [], vectors = {}, there } = record;
  const names = Object.keys(vectors);
  const detail =
    (suggestions.length > 0 ? suggestionsWholeFault(suggestions, there) : null) ??
    (names.length > 0 ? vectorsWholeFault(settings, names, there) : null);
  return detail === null ? null : { part: "whole", detail };
}
