import type { SeenRecord } from "./seen-record.ts";
import type {
  AnnotationPart,
  AnnotationParts,
  Entities,
  Explanation,
  Inputs,
  Labels,
  Sentences,
  Side,
  TaskRecordId,
  TaskStatus,
  VectorFacts,
} from "./task-record.ts";

/** The flattened metadata of one log as JSON: its numbers keep the form they were written in on their way between threads. */
export type FlatMetadataText = string;

export type LoggedVector = VectorFacts & { readonly value: readonly number[] };

type LoggedOf<S extends AnnotationPart> = AnnotationParts<S> & {
  /** Null: one is to be made. */
  readonly id: TaskRecordId | null;
  readonly status: TaskStatus;
  readonly metadata?: FlatMetadataText;
  readonly event_timestamp?: string;
  readonly vectors?: { readonly [name: string]: LoggedVector };
  /** What is removed before the rest is laid over the stored record (contract api-v0 5.7). */
  readonly clear: readonly Side[];
  /** What of the stored record this log leaves as it is, also for searches; what it brings all the same counts. */
  readonly keep?: readonly Side[];
  /** The log counts only while the stored record is as it was seen (contract api-v0 5.7). */
  readonly seen?: SeenRecord;
};

export type LoggedText = LoggedOf<Labels> & {
  readonly inputs: Inputs;
  readonly multi_label: boolean;
  readonly explanation?: Explanation;
};
export type LoggedTokens = LoggedOf<Entities> & { readonly text: string; readonly tokens: readonly string[] };
export type LoggedText2Text = LoggedOf<Sentences> & { readonly text: string };

/**
 * A record as one log brings it, read and put in order: absent keys are left out, the main prediction and annotation stand among
 * those by agent too. Of one task, told apart as the documents are.
 */
export type LoggedRecord = LoggedText | LoggedTokens | LoggedText2Text;
