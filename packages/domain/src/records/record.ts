import type { Micros } from "../time.ts";
import type { AnswerValue } from "./answer-values.ts";
import type { LabeledRecord } from "./labeled-record.ts";
import type { FeedbackResponse } from "./response.ts";

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
