import { MEGABYTE } from "../bounds.ts";
import type { Field } from "../datasets/field.ts";
import type { VectorSettings } from "../datasets/metadata-property.ts";
import type { Question } from "../datasets/question.ts";
import { ownOf } from "../objects.ts";
import { byteLength } from "../text/characters.ts";
import { type MetadataRules, metadataFault } from "./metadata-rules.ts";
import type { MetadataReason, Reason } from "./reason.ts";
import {
  type FieldValues,
  fieldText,
  type MetadataValues,
  type RecordResponseInput,
  type ResponseInput,
  type SuggestionInput,
  type VectorValues,
} from "./record.ts";
import { hasValues, unanswered } from "./submit-rules.ts";
import { valueFault } from "./value-rules.ts";

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
  /** True if the fields of an existing record are replaced by these. */
  readonly changesFields?: boolean;
  readonly metadata?: MetadataValues | null;
  readonly suggestions?: readonly SuggestionInput[];
  readonly responses?: readonly RecordResponseInput[];
  readonly vectors?: VectorValues;
  /** The sizes of the parts that stay on the record; absent: none. */
  readonly there?: StoredSizes;
};

/** Its wording depends on the call. A null reason: the named question or user does not exist. */
export type RecordFault =
  | { readonly part: "fields"; readonly reason: Reason }
  | { readonly part: "metadata"; readonly reason: MetadataReason }
  | { readonly part: "whole"; readonly detail: string }
  | { readonly part: "repeated suggestion" }
  | {
      readonly part: "suggestion";
      readonly questionId: string;
      readonly question: string;
      readonly reason: Reason | null;
    }
  | { readonly part: "response"; readonly position: number; readonly userId: string; readonly reason: Reason | null }
  | { readonly part: "vector"; readonly fault: VectorFault };

/** Checks a record: fields, metadata, suggestions, responses, vectors, then all together, in this order. */
export function recordFault(rules: RecordRules, record: RecordParts): RecordFault | null {
  const { fields, isNew, changesFields, metadata, vectors } = record;
  const inFields = isNew || changesFields ? fieldsFault(rules.fields, fields) : null;
  if (inFields !== null) return { part: "fields", reason: inFields };
  const inMetadata = metadata ? metadataFault(rules, metadata) : null;
  if (inMetadata !== null) return { part: "metadata", reason: inMetadata };
  const inAnswers = suggestionsOf(rules, record) ?? responsesOf(rules, record);
  if (inAnswers !== null) return inAnswers;
  const inVectors = vectors ? vectorFault(rules.vectors, vectors) : null;
  return inVectors === null ? wholeOf(rules, record) : { part: "vector", fault: inVectors };
}

/** In a change, two suggestions for one question are a fault; in a new record the last counts (11.4, 11.5). */
function suggestionsOf(rules: RecordRules, { isNew, fields, suggestions = [] }: RecordParts): RecordFault | null {
  const named = new Set<string>();
  for (const suggestion of suggestions) {
    const { questionId } = suggestion;
    if (named.has(questionId) && !isNew) return { part: "repeated suggestion" };
    named.add(questionId);
    const question = rules.questions.find((candidate) => candidate.id === questionId);
    if (!question) return { part: "suggestion", questionId, question: "", reason: null };
    const reason = suggestionFault(question, suggestion, fields);
    if (reason !== null) return { part: "suggestion", questionId, question: question.name, reason };
  }
  return null;
}

function responsesOf(rules: RecordRules, { fields, responses = [] }: RecordParts): RecordFault | null {
  for (const [position, response] of responses.entries()) {
    const { userId } = response;
    if (!rules.hasUser(userId)) return { part: "response", position, userId, reason: null };
    const reason = responseFault(rules.questions, response, fields);
    if (reason !== null) return { part: "response", position, userId, reason };
  }
  return null;
}

function wholeOf({ vectors: settings }: RecordRules, record: RecordParts): RecordFault | null {
  const { suggestions = [], vectors = {}, there } = record;
  const names = Object.keys(vectors);
  const detail =
    (suggestions.length > 0 ? suggestionsWholeFault(suggestions, there) : null) ??
    (names.length > 0 ? vectorsWholeFault(settings, names, there) : null);
  return detail === null ? null : { part: "whole", detail };
}

/** Why a record's fields are refused (contract api-v1 7.4), or null. An empty text is a value. */
export function fieldsFault(fields: readonly Pick<Field, "name" | "required">[], values: FieldValues): Reason | null {
  for (const { name, required } of fields) {
    if (required && fieldText(values, name) === null) return { kind: "missing field", name };
  }
  const names = new Set(fields.map((field) => field.name));
  const unknown = Object.keys(values).filter((name) => !names.has(name));
  return unknown.length === 0 ? null : { kind: "unknown fields", names: unknown };
}

/** Contract api-v1 7.2, FEN-31: the value first, then the score. */
export function suggestionFault(
  question: RuledQuestion,
  { value, score }: Pick<SuggestionInput, "value" | "score">,
  fields: FieldValues,
): Reason | null {
  return valueFault(question.settings, value, { fields, submitted: false }) ?? scoreFault(value, score);
}

function scoreFault(value: SuggestionInput["value"], score: SuggestionInput["score"]): Reason | null {
  if (score === null) return null;
  if (!Array.isArray(value)) return typeof score === "number" ? null : { kind: "several scores" };
  if (typeof score === "number") return { kind: "one score" };
  return score.length === value.length ? null : { kind: "other number of scores" };
}

export type RuledQuestion = Pick<Question, "name" | "required" | "settings">;

/**
 * Why a response to a record with these fields is refused, in the contract's order (api-v1 7.1, FAN-13), or null. Drafts and discarded responses may lack answers and may have an incomplete ranking.
 */
export function responseFault(
  questions: readonly RuledQuestion[],
  { status, values }: ResponseInput,
  fields: FieldValues,
): Reason | null {
  const given = values ?? {};
  const submitted = status === "submitted";
  if (submitted) {
    if (!hasValues(given)) return { kind: "no answer" };
    const [missing] = unanswered(questions, given);
    if (missing) return { kind: "unanswered", question: missing.name };
  }
  const names = new Set(questions.map((question) => question.name));
  const unknown = Object.keys(given).find((name) => !names.has(name));
  if (unknown !== undefined) return { kind: "unknown question", question: unknown };
  for (const { name, settings } of questions) {
    const answer = ownOf(given, name);
    const fault = answer && valueFault(settings, answer.value, { fields, submitted });
    if (fault) return fault;
  }
  return null;
}

/** The first vector that does not fit; the calls have two wordings for it (contract api-v1 11.1, 11.4). */
export type VectorFault =
  | { readonly kind: "unknown"; readonly name: string }
  | { readonly kind: "length"; readonly name: string; readonly dimensions: number; readonly found: number };

function vectorFault(
  settings: readonly Pick<VectorSettings, "name" | "dimensions">[],
  vectors: VectorValues,
): VectorFault | null {
  for (const [name, vector] of Object.entries(vectors)) {
    const known = settings.find((candidate) => candidate.name === name);
    if (!known) return { kind: "unknown", name };
    const { dimensions } = known;
    if (vector.length !== dimensions) return { kind: "length", name, dimensions, found: vector.length };
  }
  return null;
}

/** Limits for all suggestions and all vectors of one record together (API-39). */
const SUGGESTION_BYTES = 16 * MEGABYTE;
const VECTOR_NUMBERS = 1_000_000;

/** The stored sizes of a record: bytes of its suggestions by question, and the names of its vectors. */
export type StoredSizes = { readonly suggestions: ReadonlyMap<string, number>; readonly vectors: ReadonlySet<string> };

const NOTHING: StoredSizes = { suggestions: new Map(), vectors: new Set() };

/**
 * The fault if the suggestions of a record are too large together, or null. If single suggestions are added, a record
 * that is over the limit already may only shrink. Suggestions that replace all others must be within the limit.
 */
export function suggestionsWholeFault(
  suggestions: readonly SuggestionInput[],
  { suggestions: there }: StoredSizes = NOTHING,
): string | null {
  const after = new Map([...there, ...suggestions.map((one) => [one.questionId, bytesOf(one)] as const)]);
  const found = sum(after.values());
  if (found <= SUGGESTION_BYTES || found <= sum(there.values())) return null;
  return `the suggestions of a record may have ${SUGGESTION_BYTES} bytes together, there would be ${found}`;
}

function vectorsWholeFault(
  settings: readonly Pick<VectorSettings, "name" | "dimensions">[],
  names: readonly string[],
  { vectors: there }: StoredSizes = NOTHING,
): string | null {
  const numbersOf = (named: ReadonlySet<string>) =>
    sum(settings.map(({ name, dimensions }) => (named.has(name) ? dimensions : 0)));
  const found = numbersOf(new Set([...there, ...names]));
  if (found <= VECTOR_NUMBERS || found <= numbersOf(there)) return null;
  return `the vectors of a record may have ${VECTOR_NUMBERS} numbers together, there would be ${found}`;
}

export const afterUpsert = (
  { suggestions, vectors }: StoredSizes,
  laid: { readonly suggestions: readonly SuggestionInput[]; readonly vectors: VectorValues },
): StoredSizes => ({
  suggestions: new Map([...suggestions, ...laid.suggestions.map((one) => [one.questionId, bytesOf(one)] as const)]),
  vectors: new Set([...vectors, ...Object.keys(laid.vectors)]),
});

const bytesOf = ({ value, score, agent, type }: SuggestionInput): number =>
  sum([JSON.stringify(value), score === null ? "" : JSON.stringify(score), agent ?? "", type ?? ""].map(byteLength));

const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
};
