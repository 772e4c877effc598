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

/**
 * The flattened metadata of one log as JSON text, so that numbers keep their written form when it is sent between
 * threads.
 */
export type FlatMetadataText = string;

export type LoggedVector = VectorFacts & { readonly value: readonly number[] };

type LoggedOf<S extends AnnotationPart> = AnnotationParts<S> & {
  /** Null: the server makes an id. */
  readonly id: TaskRecordId | null;
  readonly status: TaskStatus;
  readonly metadata?: FlatMetadataText;
  readonly event_timestamp?: string;
  readonly vectors?: { readonly [name: string]: LoggedVector };
  /** The sides that are removed before the log is merged into the stored record (contract api-v0 5.7). */
  readonly clear: readonly Side[];
  /**
   * The sides that this log leaves unchanged, also for searches. If the log contains such a side anyway, the log
   * counts.
   */
  readonly keep?: readonly Side[];
  /** If set, the log is applied only if the stored record is still as it was seen (contract api-v0 5.7). */
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
 * A record of one log, parsed and put in order: absent keys are left out, and the main prediction and annotation are
 * also among those by agent. It has one task, recognised by its members as in the documents.
 */
export type LoggedRecord = LoggedText | LoggedTokens | LoggedText2Text;
