import type { AnswerValue, AnswerValues } from "./answer-values.ts";
import type { MetadataText, MetadataValues } from "./record.ts";
import type { ResponseStatus } from "./response.ts";

/**
 * The input for writing records, responses, suggestions and vectors. It is well-formed but not checked against the
 * rules yet.
 */

export type SuggestionInput = {
  readonly questionId: string;
  readonly type: "model" | "human" | null;
  readonly value: AnswerValue;
  readonly agent: string | null;
  readonly score: number | readonly number[] | null;
};

export type ResponseInput = { readonly status: ResponseStatus; readonly values: AnswerValues | null };

/** A response that is sent with its record, on behalf of any user. */
export type RecordResponseInput = ResponseInput & { readonly userId: string };

export type FieldValues = { readonly [name: string]: string | null };
/** Name of the vector settings to the vector. */
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

/**
 * A record to update or to create: it is found by `externalId` if that is given, else by `id` (contract api-v1 11.5).
 */
export type RecordUpsert = Attachments & {
  readonly id: string | null;
  readonly externalId: string | null;
  /** Null: the record can only be updated, not created. */
  readonly fields: FieldValues | null;
  /** Absent: the metadata is not changed. */
  readonly metadata?: MetadataValues | null;
  readonly metadataText?: MetadataText;
};

/**
 * Absent members are not changed. `suggestions` replaces all suggestions of the record, `vectors` only the named
 * vectors.
 */
export type RecordChange = {
  readonly metadata?: MetadataValues | null;
  readonly metadataText?: MetadataText;
  readonly suggestions?: readonly SuggestionInput[];
  readonly vectors?: VectorValues;
};
