import { ownOf, sameJson } from "../objects.ts";
import { exactlyIn, isRawNumber } from "../text/json-text.ts";
import { changedPart } from "../text/word-diff.ts";
import type { FieldValues, MetadataValues, SuggestionInput, VectorValues } from "./record.ts";

/**
 * A record of a file that is added to a dataset (IMP-30). The record of the same external id is updated, else it is new. A
 * part that the file does not name stays as it is, and so does a part without a value: an empty cell removes nothing.
 */

/** The parts of a record. Numbers in metadata may be in the form in which they are written. */
export type RecordContent = {
  readonly fields: FieldValues;
  readonly metadata: MetadataValues;
  readonly suggestions: readonly SuggestionInput[];
  readonly vectors: VectorValues;
};

export const MERGE_OUTCOMES = ["new", "updated", "unchanged", "left", "refused"] as const;
/** `left`: the record would be updated, and it was asked to leave such records as they are. */
export type MergeOutcome = (typeof MERGE_OUTCOMES)[number];

/** What is done with records that are in the dataset already, and differ. */
export const EXISTING = ["update", "leave"] as const;
export type Existing = (typeof EXISTING)[number];

/** What of a record, or of nothing, a column of a file fills. */
export const PART_KINDS = ["id", "field", "suggestion", "metadata", "vector", "extra", "ignored"] as const;
export type PartKind = (typeof PART_KINDS)[number];
type NamedPart = { readonly kind: PartKind; readonly name: string | null };

/** True if only one column can have this part. */
export const isSinglePart = ({ kind }: Pick<NamedPart, "kind">): boolean => kind !== "extra" && kind !== "ignored";

/** A kind and a name; names have no blanks. */
export const partKey = ({ kind, name }: NamedPart): string => (name === null ? kind : `${kind} ${name}`);

/** Questions for which a column can bring suggestions. */
const SUGGESTED = ["label_selection", "multi_label_selection", "rating", "ranking", "text"] as const;
type SuggestedType = (typeof SUGGESTED)[number];
export const isSuggestedType = (type: string): type is SuggestedType => SUGGESTED.some((one) => one === type);

export const CHANGED_KINDS = ["field", "metadata", "suggestion", "vector"] as const;
/** One part that a merge changes. Of a suggestion `name` is the id of its question. */
export type ContentChange = {
  readonly kind: (typeof CHANGED_KINDS)[number];
  readonly name: string;
  /** For people: of long texts only the part that differs. Null: no value. */
  readonly before: string | null;
  readonly after: string;
};

/** What of `said` a stored record does not have yet. */
export function newContent(stored: RecordContent, said: RecordContent): RecordContent {
  const there = new Map(stored.suggestions.map((one) => [one.questionId, one]));
  return {
    fields: differing(stored.fields, said.fields, (a, b) => a === b),
    metadata: differing(stored.metadata, said.metadata, sameValue),
    vectors: differing(stored.vectors, said.vectors, sameVector),
    suggestions: said.suggestions.filter((one) => !sameSuggestion(there.get(one.questionId), one)),
  };
}

export const isEmpty = ({ fields, metadata, suggestions, vectors }: RecordContent): boolean =>
  suggestions.length === 0 && [fields, metadata, vectors].every((part) => Object.keys(part).length === 0);

/** The changes that {@link newContent} makes, for people to look at. */
export function contentChanges(stored: RecordContent, changed: RecordContent): ContentChange[] {
  const there = new Map(stored.suggestions.map((one) => [one.questionId, one]));
  return [
    ...Object.entries(changed.fields).map(([name, text]) =>
      textChange("field", name, ownOf(stored.fields, name) ?? null, text ?? ""),
    ),
    ...Object.entries(changed.metadata).map(([name, value]) =>
      textChange("metadata", name, wordsOf(ownOf(stored.metadata, name)), wordsOf(value) ?? ""),
    ),
    ...changed.suggestions.map((one) =>
      textChange("suggestion", one.questionId, suggestionWords(there.get(one.questionId)), suggestionWords(one) ?? ""),
    ),
    ...Object.keys(changed.vectors).map((name) =>
      textChange("vector", name, wordsOf(ownOf(stored.vectors, name)), wordsOf(ownOf(changed.vectors, name)) ?? ""),
    ),
  ];
}

function textChange(kind: ContentChange["kind"], name: string, before: string | null, after: string): ContentChange {
  const shown = changedPart(before ?? "", after);
  return { kind, name, before: before === null ? null : shown.before, after: shown.after };
}

function wordsOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The value, and the rest if there is any: two suggestions may differ in their score alone. */
function suggestionWords(suggestion: SuggestionInput | undefined): string | null {
  if (suggestion === undefined) return null;
  const { value, agent, score, type } = suggestion;
  const rest = [agent, score === null ? null : JSON.stringify(score), type].filter((one) => one !== null);
  return [wordsOf(value), rest.length > 0 && `(${rest.join(", ")})`].filter(Boolean).join(" ");
}

/** Members with a value that differs from the stored one. */
const differing = <T>(
  stored: { readonly [name: string]: T },
  said: { readonly [name: string]: T },
  same: (a: T, b: T) => boolean,
): { [name: string]: T } =>
  Object.fromEntries(
    Object.entries(said).filter(([name, value]) => {
      if (value === null || value === undefined) return false;
      const there = ownOf(stored, name);
      return there === undefined || there === null || !same(there, value);
    }),
  );

/** `5` and `5.0` are the same number; whole numbers of any size are compared with all of their digits. */
export const sameValue = (one: unknown, other: unknown): boolean => sameJson(comparable(one), comparable(other));

function comparable(value: unknown): unknown {
  if (isRawNumber(value)) {
    const number = exactlyIn(value);
    return typeof number === "number" ? number : BigInt(number);
  }
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, comparable(inner)]));
}

/** Vectors are stored in single precision. */
const sameVector = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length &&
  one.every((number, at) => Math.fround(number) === Math.fround(other[at] ?? Number.NaN));

const sameSuggestion = (one: SuggestionInput | undefined, other: SuggestionInput): boolean =>
  one !== undefined &&
  one.type === other.type &&
  one.agent === other.agent &&
  sameJson([one.value, one.score], [other.value, other.score]);
