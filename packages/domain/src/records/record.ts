import { ownOf } from "../objects.ts";
import type { Span } from "../spans/span.ts";
import type { Micros } from "../time.ts";
import type { KnownResponse, LabeledRecord, ResponseStatus } from "./labeled-record.ts";

export type RankedOption = { readonly value: string; readonly rank: number | null };

export type AnswerValue = string | number | readonly string[] | readonly RankedOption[] | readonly Span[];

export type AnswerValues = { readonly [question: string]: { readonly value: AnswerValue } };

export type Suggestion = {
  readonly id: string;
  readonly questionId: string;
  readonly type: "model" | "human" | null;
  readonly value: AnswerValue;
  readonly agent: string | null;
  /** 0 to 1; a list has one score per element of a list value (FEN-31); null: none. */
  readonly score: number | readonly number[] | null;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

export type MetadataValues = { readonly [name: string]: unknown };

/** Metadata as JSON text. It is kept beside the values if they alone would lose how a number was written (FEN-26). */
export type MetadataText = string;

export type FeedbackRecord = LabeledRecord & {
  readonly fields: { readonly [name: string]: string | null };
  readonly metadata: MetadataValues | null;
  readonly metadataText?: MetadataText;
  /** Present only on request; under `me` only the caller's own response (FEN-26). */
  readonly responses?: readonly FeedbackResponse[] | null;
  readonly suggestions?: readonly Suggestion[] | null;
  readonly vectors?: { readonly [name: string]: readonly number[] } | null;
};

/** The reader's response in a reply of the `me` calls, which contain zero or one (FEN-22 `answer`, FEN-26). */
export function ownResponse(record: Pick<FeedbackRecord, "responses">): KnownResponse | null {
  const response = record.responses?.[0];
  return response === undefined ? null : known(response);
}

export function known({ id, status, values, updatedAt }: FeedbackResponse): KnownResponse {
  return { id, status, values, updatedAt };
}

/** The input for writing: well-formed, but not checked against the rules yet. */

/** The id and the times that something brings from another server (MIG-02); without it, the store makes them. */
export type Origin = { readonly id: string; readonly insertedAt: Micros; readonly updatedAt: Micros };

export type SuggestionInput = {
  readonly questionId: string;
  readonly type: "model" | "human" | null;
  readonly value: AnswerValue;
  readonly agent: string | null;
  readonly score: number | readonly number[] | null;
  readonly origin?: Origin;
};

export type ResponseInput = {
  readonly status: ResponseStatus;
  readonly values: AnswerValues | null;
  readonly origin?: Origin;
};

export type RecordResponseInput = ResponseInput & { readonly userId: string };

export type FieldValues = { readonly [name: string]: string | null };
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
  readonly origin?: Origin;
};

/**
 * A record to update or to create: it is found by `externalId` if that is given, else by `id` (contract api-v1 11.5).
 */
export type RecordUpsert = Attachments & {
  readonly id: string | null;
  readonly externalId: string | null;
  /** All fields of the record. Null: those of an existing record stay, and none is created. */
  readonly fields: FieldValues | null;
  /** Absent: the metadata is not changed. */
  readonly metadata?: MetadataValues | null;
  readonly metadataText?: MetadataText;
};

/** Absent members do not change. `suggestions` replaces all, `vectors` only the named vectors. */
export type RecordChange = {
  readonly metadata?: MetadataValues | null;
  readonly metadataText?: MetadataText;
  readonly suggestions?: readonly SuggestionInput[];
  readonly vectors?: VectorValues;
};

export const fieldText = (values: FieldValues, field: string): string | null => ownOf(values, field) ?? null;

export type FeedbackResponse = {
  readonly id: string;
  readonly values: AnswerValues | null;
  readonly status: ResponseStatus;
  readonly recordId: string;
  /** Null once the user is deleted. */
  readonly userId: string | null;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

export type ResponseState = { readonly status: ResponseStatus; readonly values: AnswerValues | null };
