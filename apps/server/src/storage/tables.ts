import type { JobName, JobState } from "@postil/domain/jobs/job";
import type { SentEvent } from "@postil/domain/webhooks/webhook";
import type { Generated, Kysely } from "kysely";
import type { Engine } from "./engine.ts";
import type { Bytes, Flag, Key, TablesOfPeople } from "./tables-of-people.ts";

/**
 * The tables, as Kysely types. Small tables go by UUID; the tables of records go by integer keys, `dataset_key` first,
 * so that rows of a dataset lie together and a distributed PostgreSQL can spread them.
 *
 * `seq` numbers the records of a dataset in the order they came, from 0, and is never used again. Times are epoch
 * microseconds. Flags are 0 or 1. Structured values are JSON text.
 */

export type WorkspaceTable = { id: string; name: string; inserted_at: number; updated_at: number };

/** One row: the last key that was given to a dataset of either family. */
type DatasetSequenceTable = { last: number };

export type DatasetTable = {
  /** From the sequence. */
  key: number;
  id: string;
  workspace_id: string;
  name: string;
  guidelines: string | null;
  allow_extra_metadata: Flag;
  status: "draft" | "ready";
  next_seq: Generated<number>;
  /** Derived: number of records. */
  record_count: Generated<number>;
  /** A JSON object. */
  metadata: string | null;
  /** A JSON list of texts. */
  picture_hosts: Generated<string>;
  /** The import that is filling the dataset; null if there is none. */
  import_id: string | null;
  /** Of its own changes, as `updated_at`: what people did since is in `dataset_activity`. */
  last_activity_at: number;
  inserted_at: number;
  updated_at: number;
};

/**
 * When people last worked in a dataset of either family: the last change of a response, or the last log. It is no part of the
 * dataset's row, which everybody reads, so that answers never wait for it. No row: nobody did since the dataset itself changed.
 */
type DatasetActivityTable = { dataset_key: number; at: number };

/**
 * A dataset that can be restored. Its own row is here as a document, so that no call finds it. All other rows stay where they
 * are: its parts under its id, its records under its key.
 */
export type DeletedDatasetTable = {
  key: number;
  id: string;
  family: "dataset" | "task_dataset";
  /** Null for a task dataset, which has no id of its own. */
  dataset_id: string | null;
  name: string;
  task: string;
  /** Null if the workspace is deleted too. */
  workspace_id: string | null;
  /** The workspace's name at that time. */
  workspace: string;
  /** The next record's `seq`. */
  size: number;
  /** Derived: number of records. */
  records: number;
  answers: number | null;
  /** 1 if it has a text index. */
  is_indexed: Flag;
  /** JSON: the row of its table. A migration of that table also changes these. */
  row: string;
  deleted_at: number;
  /** Null: an administrator at the server's own machine. */
  deleted_by_id: string | null;
  deleted_by: string | null;
};

/**
 * Records that were deleted together and can be restored. Their rows are under `key`, which no dataset has, with the numbers
 * that they had: so no call finds them.
 */
export type DeletedRecordsTable = {
  /** From the sequence of the datasets. */
  key: number;
  id: string;
  /** The dataset that they were in. While that is deleted, nobody sees them. */
  dataset_key: number;
  family: "dataset" | "task_dataset";
  /** `deleting`, `restoring`: a job is doing it. */
  state: Generated<"deleting" | "kept" | "restoring">;
  records: number;
  answers: number;
  bytes: number;
  /** The beginning of the first record. */
  preview: string;
  /** Of a restoration: records with lower numbers are done with. */
  next_seq: Generated<number>;
  deleted_at: number;
  /** Null: an administrator at the server's own machine. */
  deleted_by_id: string | null;
  deleted_by: string | null;
};

/** A dataset of the older family, identified by workspace and name. */
export type TaskDatasetTable = {
  /** From the sequence. */
  key: number;
  workspace_id: string;
  name: string;
  task: string;
  /** JSON objects. */
  tags: string;
  metadata: string;
  /** A user name; it stays when the user is deleted. */
  created_by: string;
  created_at: number;
  last_updated_at: number;
  /** The same as in a dataset of the other family. */
  next_seq: Generated<number>;
  record_count: Generated<number>;
  closed: Generated<Flag>;
  import_id: string | null;
};

/** JSON of the domain's TaskSettings, one column per member; null means it was never set. */
type TaskSettingsTable = { dataset_key: number; label_schema: string | null; vectors: string | null };

export type LabelingRuleTable = {
  key: Key;
  dataset_key: number;
  query: string;
  /** JSON list. */
  labels: string;
  label: string | null;
  description: string | null;
  /** A user name; it stays when the user is deleted. */
  author: string;
  created_at: number;
};

export type FieldTable = {
  id: string;
  dataset_id: string;
  name: string;
  title: string;
  description: string | null;
  required: Flag;
  /** JSON of the domain's FieldSettings. */
  settings: string;
  inserted_at: number;
  updated_at: number;
};

/** `settings` is JSON of the domain's QuestionSettings. */
export type QuestionTable = FieldTable & { key: Key };

export type MetadataPropertyTable = {
  key: Key;
  id: string;
  dataset_id: string;
  name: string;
  title: string;
  /** JSON of the domain's MetadataSettings. */
  settings: string;
  visible_for_annotators: Flag;
  inserted_at: number;
  updated_at: number;
};

export type VectorSettingsTable = {
  key: Key;
  id: string;
  dataset_id: string;
  name: string;
  title: string;
  dimensions: number;
  inserted_at: number;
  updated_at: number;
};

export type RecordTable = {
  dataset_key: number;
  seq: number;
  id: string;
  external_id: string | null;
  /** JSON object: field name to text or null. */
  fields: string;
  /** JSON object or null. */
  metadata: string | null;
  inserted_at: number;
  updated_at: number;
};

export type TaskRecordTable = {
  dataset_key: number;
  seq: number;
  /** The document's id as a string. It is unique in the dataset: the writer checks before the insert. */
  id: string;
  /** Derived: the words of its text for the word cloud, separated by spaces. */
  words: string;
  /** JSON of the domain's LastLog. All derived data follows from it and the document. */
  last_log: string;
  /** JSON object: for each vector, what was logged besides its numbers; null means none. */
  vectors: string | null;
  /** JSON object: the domain's TaskDocument without its vectors. */
  document: string;
};

/** Targets of a task dataset that depend on logged data: the number in `filter_value` rows, and the kind of value. */
type TaskTargetTable = { dataset_key: number; target: number; path: string; kind: string };

/** The vectors of a task dataset by name; their numbers are in `vector` under the key. */
export type TaskVectorTable = { key: Key; dataset_key: number; name: string; dimensions: number };

export type SuggestionTable = {
  dataset_key: number;
  seq: number;
  question_key: number;
  id: string;
  type: "model" | "human" | null;
  /** JSON. */
  value: string;
  agent: string | null;
  /** JSON number or list of numbers. */
  score: string | null;
  inserted_at: number;
  updated_at: number;
};

export type ResponseTable = {
  dataset_key: number;
  seq: number;
  user_key: number;
  id: string;
  status: "draft" | "submitted" | "discarded";
  /** JSON object or null. */
  values: string | null;
  inserted_at: number;
  updated_at: number;
};

export type VectorTable = {
  dataset_key: number;
  vector_settings_key: number;
  seq: number;
  /** float32 if every number is an exact float32, otherwise float64: four or eight bytes per dimension, little endian. */
  value: Bytes;
  /** Later than that of every vector written before. */
  written_at: number;
};

/**
 * Derived: values for filters and sorts. `target` is a property or one side of a question's suggestion (feedback-family.ts).
 * A record with several values has one row for each distinct value.
 */
type FilterValueTable = { dataset_key: number; target: number; value: string | number; seq: number };

/** Which blocks of records changed, with the version of the last change (sqlite/rows.ts). */
type ChangedBlockTable = { dataset_key: number; part: number; block: number; version: number };

/** Derived: which records of a block of 8192 places exist. See places.ts of the domain. */
type LiveBlockTable = { dataset_key: number; block: number; count: number; bits: Bytes };

/** Derived: which records of a block a user has answered with a status. */
export type AnsweredBlockTable = {
  dataset_key: number;
  user_key: number;
  status: "draft" | "submitted" | "discarded";
  block: number;
  count: number;
  bits: Bytes;
};

/** Derived: a user's own counts in a dataset, and their part in the team's groups (the team's is the sum). */
export type UserCountsTable = {
  dataset_key: number;
  user_key: number;
  draft: number;
  submitted: number;
  discarded: number;
  team_submitted: number;
  team_discarded: number;
  team_conflicting: number;
};

/** Append-only: who changed what, before and after. History, undo, pace, audit and review read it. */
export type ActivityTable = {
  key: Key;
  dataset_key: number;
  seq: number;
  /** The user whose response it is. */
  user_key: number;
  /** The user who changed it. */
  actor_key: number;
  at: number;
  kind: "response_created" | "response_updated" | "response_deleted" | "task_record_changed";
  /** JSON or null: `{status, values}` of a response, or the domain's TaskRecordState; `after` also has `changed`. */
  before: string | null;
  after: string | null;
  /** How long the record was on the screen, in milliseconds; null if the page did not say so. */
  shown_ms: number | null;
};

/** A record of either family that a user has marked for later. */
type FlagTable = {
  dataset_key: number;
  seq: number;
  user_key: number;
  /** The beginning of the record, for lists. */
  preview: string;
  flagged_at: number;
};

/** A saved URL query of a dataset's page, of either family, under a name that the user chose. */
export type SavedViewTable = {
  id: string;
  dataset_key: number;
  user_key: number;
  name: string;
  query: string;
  inserted_at: number;
  updated_at: number;
};

/** The columns of the file that was added to a dataset last: a JSON list of columns with their parts. */
type FileColumnsTable = { dataset_key: number; columns: string };

/** Prints of what `postil migrate` has brought of a record; of the settings of a dataset under the number -1. */
type BroughtTable = { dataset_key: number; seq: number; prints: Uint8Array };

/** Work that continues after a call; in each dataset one job runs at a time. */
export type JobTable = {
  key: Key;
  id: string;
  name: JobName;
  dataset_key: number;
  /** Null in old rows, which did not store it. */
  dataset_id: string | null;
  workspace_id: string | null;
  /** JSON: the input of the job. */
  about: string;
  state: JobState;
  done: Generated<number>;
  total: number | null;
  error: string | null;
  /** How often a process began the job since its last completed step. */
  tries: Generated<number>;
  inserted_at: number;
  updated_at: number;
};

/** Snapshots of datasets of both families. What is null comes with the file, when the snapshot is whole. */
export type SnapshotTable = {
  key: Key;
  id: string;
  dataset_key: number;
  family: "dataset" | "task_dataset";
  name: string;
  /** Null: an administrator at the server's own machine. */
  by_id: string | null;
  by_name: string | null;
  asked_at: number;
  job_key: number;
  taken_at: number | null;
  records: number | null;
  answers: number | null;
  /** The key of the last activity of its dataset. */
  position: number | null;
  bytes: Generated<number>;
  hash: string | null;
  /** JSON: the digests of which the hash is made, and what the export dialog says. */
  digests: string | null;
  facts: string | null;
};

export type WebhookTable = {
  key: Key;
  id: string;
  /** Null: it hears of all workspaces. */
  workspace_id: string | null;
  url: string;
  /** Signs what is sent: 64 random bytes in base64. */
  secret: string;
  /** JSON list of event names. */
  events: string;
  enabled: Flag;
  description: string | null;
  /** When too many events were waiting. It is not enabled then, but those that wait are still sent. */
  paused_at: number | null;
  /** Derived: the events that wait, and their size. */
  waiting: Generated<number>;
  waiting_bytes: Generated<number>;
  inserted_at: number;
  updated_at: number;
};

/** JSON: what the events of one call say of their dataset. */
type WebhookAboutTable = { key: Key; about: string };

type WebhookEventTable = {
  key: Key;
  /** What receivers tell repetitions by. */
  id: string;
  type: SentEvent;
  at: number;
  /** JSON: what the event says besides its dataset. */
  told: string;
  about_key: number | null;
};

/** An event on its way to a webhook. It waits as long as `ended_at` is null. */
export type WebhookDeliveryTable = {
  key: Key;
  webhook_key: number;
  event_key: number;
  /** The dataset's key; 0 for a ping. */
  lane: number;
  bytes: number;
  /** Since when it is tried. */
  since: number;
  tries: Generated<number>;
  tried_at: number | null;
  /** The status of the last answer, and its beginning, or why there was none. */
  status: number | null;
  answer: string | null;
  ended_at: number | null;
  failed: Generated<Flag>;
};

/** The events of one dataset that wait for one webhook: the first of them is tried at this time. */
type WebhookLaneTable = { webhook_key: number; lane: number; next_at: number };

export type Tables = TablesOfPeople & {
  workspace: WorkspaceTable;
  dataset_sequence: DatasetSequenceTable;
  dataset: DatasetTable;
  task_dataset: TaskDatasetTable;
  dataset_activity: DatasetActivityTable;
  deleted_dataset: DeletedDatasetTable;
  deleted_records: DeletedRecordsTable;
  task_settings: TaskSettingsTable;
  labeling_rule: LabelingRuleTable;
  field: FieldTable;
  question: QuestionTable;
  metadata_property: MetadataPropertyTable;
  vector_settings: VectorSettingsTable;
  record: RecordTable;
  task_record: TaskRecordTable;
  task_target: TaskTargetTable;
  task_vector: TaskVectorTable;
  suggestion: SuggestionTable;
  response: ResponseTable;
  vector: VectorTable;
  filter_value: FilterValueTable;
  changed_block: ChangedBlockTable;
  live_block: LiveBlockTable;
  answered_block: AnsweredBlockTable;
  user_counts: UserCountsTable;
  activity: ActivityTable;
  flag: FlagTable;
  saved_view: SavedViewTable;
  file_columns: FileColumnsTable;
  brought: BroughtTable;
  job: JobTable;
  snapshot: SnapshotTable;
  webhook: WebhookTable;
  webhook_about: WebhookAboutTable;
  webhook_event: WebhookEventTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_lane: WebhookLaneTable;
  /** One row: the latest time that was given to anything. */
  clock: { last: number };
};

/** The database: queries, and what its engine answers besides; in a call, inside its transaction. */
export type Db = Kysely<Tables> & Engine;

/** The numbers of some records of a dataset. */
export type Seqs = readonly number[];
