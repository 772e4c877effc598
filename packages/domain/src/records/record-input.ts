import type { AnswerValue, AnswerValues } from "./answer-values.ts";
import type { MetadataText, MetadataValues } from "./record.ts";
import type { ResponseStatus } from "./response.ts";

/** What a caller hands in to write records and what hangs on them, already well-formed but not yet held against the rules. */

export type SuggestionInput = {
  readonly questionId: string;
  readonly type: "model" | "human" | null;
  readonly value: AnswerValue;
  readonly agent: string | null;
  readonly score: number | readonly number[] | null;
};

export type ResponseInput = { readonly status: ResponseStatus; readonly values: AnswerValues | null };

/** A response that comes with its record, in the name of any user. */
export type RecordResponseInput = ResponseInput & { readonly userId: string };

export type FieldValues = { readonly [name: string]: string | null };
/** Vector settings' name to the vector. */
export type VectorValues = { readonly [name: string]: readonly number[] };

type Attachments = {
  readonly responses: readonly RecordResponseInput[];
  readonly suggestions: readonly SuggestionInput[];
  readonly vectors: VectorValues;
};

export type NewRecord = Attachments & {
  readonly fields: FieldValues;
  readonly metadata: MetadataValues | null;
  readonly metadataText?: MetadataText;
  readonly externalId: string | null;
};

/** A record to change or to make: `externalId` finds it when it is given, else `id` does (contract api-v1 11.5). */
export type RecordUpsert = Attachments & {
  readonly id: string | null;
  readonly externalId: string | null;
  /** Null: may only be an update. */
  readonly fields: FieldValues | null;
  /** Absent: not to be changed. */
  readonly metadata?: MetadataValues | null;
  readonly metadataText?: MetadataText;
};

/** Absent members stay as they are; `suggestions` replaces all suggestions of the record, `vectors` those named. */
export type RecordChange = {
  readonly metadata?: MetadataValues | null;
  readonly metadataText?: MetadataText;
  readonly suggestions?: readonly SuggestionInput[];
  readonly vectors?: VectorValues;
};
