import type { AuditKind } from "@postil/domain/accounts/audit";
import type { SessionEnd } from "@postil/domain/accounts/sessions";
import type { JobName, JobState } from "@postil/domain/jobs/job";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/**
 * The tables, as Kysely types. Small tables go by UUID; the tables of records go by integer keys, `dataset_key` first,
 * so that rows of a dataset lie together and a distributed PostgreSQL can spread them.
 *
 * `seq` numbers the records of a dataset in the order they came, from 0, and is never used again. Times are epoch
 * microseconds. Flags are 0 or 1. Structured values are JSON text.
 */

type Flag = 0 | 1;
/** Set by the database on insert. */
type Key = Generated<number>;
/** Bytes: node:sqlite reads Uint8Array, pg reads Buffer (a Uint8Array). */
type Bytes = ColumnType<Uint8Array, Uint8Array, Uint8Array>;

export type UserTable = {
  key: Key;
  id: string;
  first_name: string;
  last_name: string | null;
  username: string;
  role: "owner" | "admin" | "annotator";
  api_key: string;
  password_hash: string;
  inserted_at: number;
  updated_at: number;
  /** A deleted user's row stays for the responses that point to it; it can no longer sign in and its names are free. */
  deleted_at: number | null;
  /** Through which provider it was created; null: here, with a password. */
  provider: Generated<string | null>;
  /** Who its person is at that provider; null for one taken over from an Argilla server, until they first sign in there. */
  subject: Generated<string | null>;
  /** They keep name and answers, and neither sign in nor call with a key; null: they can. */
  deactivated_at: Generated<number | null>;
};

/** Who made their last request when; `by_key`: with a key. Written now and then, so a little behind what is in memory. */
export type LastSeenTable = { user_id: string; at: number; by_key: Flag };

export type WorkspaceTable = { id: string; name: string; inserted_at: number; updated_at: number };

export type MembershipTable = { workspace_id: string; user_id: string; inserted_at: number };

/** One row: the key that was given to a dataset last, of either family. */
export type DatasetSequenceTable = { last: number };

export type DatasetTable = {
  /** Of the sequence. */
  key: number;
  id: string;
  workspace_id: string;
  name: string;
  guidelines: string | null;
  allow_extra_metadata: Flag;
  status: "draft" | "ready";
  /** The next record's `seq`. */
  next_seq: Generated<number>;
  /** Derived: how many records there are. */
  record_count: Generated<number>;
  /** A JSON list of texts. */
  picture_hosts: Generated<string>;
  /** The import that fills it. */
  import_id: string | null;
  last_activity_at: number;
  inserted_at: number;
  updated_at: number;
};

/** Of the older family: known by workspace and name. */
export type TaskDatasetTable = {
  /** Of the sequence. */
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
  /** As of a dataset of the other family. */
  next_seq: Generated<number>;
  record_count: Generated<number>;
  closed: Generated<Flag>;
  import_id: string | null;
};

/** JSON of the domain's TaskSettings, member by member; null: it was never set. */
export type TaskSettingsTable = { dataset_key: number; label_schema: string | null; vectors: string | null };

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
  required: Flag;
  /** JSON of the domain's FieldSettings. */
  settings: string;
  inserted_at: number;
  updated_at: number;
};

export type QuestionTable = {
  key: Key;
  id: string;
  dataset_id: string;
  name: string;
  title: string;
  description: string | null;
  required: Flag;
  /** JSON of the domain's QuestionSettings. */
  settings: string;
  inserted_at: number;
  updated_at: number;
};

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

/** A record of the older family. */
export type TaskRecordTable = {
  dataset_key: number;
  seq: number;
  /** The string form of the id that the document has. One record has it: the one who writes looks before. */
  id: string;
  /** Derived: the words of its text for the word cloud, parted by spaces. */
  words: string;
  /** JSON of the domain's LastLog: with it and the document all that is derived follows. */
  last_log: string;
  /** JSON object: of each vector what was logged beside its numbers; null: there is none. */
  vectors: string | null;
  /** JSON object: the domain's TaskDocument but for its vectors. */
  document: string;
};

/**
 * What records of a task dataset are searched by that was not known before one was logged: which number rows of `filter_value`
 * have, and what kind of value.
 */
export type TaskTargetTable = { dataset_key: number; target: number; path: string; kind: string };

/** The vectors of a task dataset by name; their numbers stand in `vector` under the key. */
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
  /** float32 when every number is one, else float64: four or eight bytes a dimension, little endian. */
  value: Bytes;
  /** Later than of every vector written before. */
  written_at: number;
};

/**
 * Derived: what filters and sorts look at. `target` says which property or which side of a question's suggestion
 * (filter-targets.ts); a record with several values has a row for each that differs.
 */
export type FilterValueTable = { dataset_key: number; target: number; value: string | number; seq: number };

/** Which stretches of records were written, and by the how-manieth change (sqlite/changed-blocks.ts). */
export type ChangedBlockTable = { dataset_key: number; part: number; block: number; version: number };

/** Derived: which records of a block of 8192 places are there. See places.ts of the domain. */
export type LiveBlockTable = { dataset_key: number; block: number; count: number; bits: Bytes };

/** Derived: which records of a block a user has answered with a status. */
export type AnsweredBlockTable = {
  dataset_key: number;
  user_key: number;
  status: "draft" | "submitted" | "discarded";
  block: number;
  count: number;
  bits: Bytes;
};

/** Derived: a user's own counts on a dataset, and that user's part in the team's buckets (the sum over users is the team's). */
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
  /** Whose response. */
  user_key: number;
  /** Who changed it. */
  actor_key: number;
  at: number;
  kind: "response_created" | "response_updated" | "response_deleted" | "task_record_changed";
  /** JSON or null: `{status, values}` of a response, the domain's TaskRecordState of a task record, with what `changed` after it. */
  before: string | null;
  after: string | null;
  /** How long the record was on the screen, in milliseconds, when the page said so. */
  shown_ms: number | null;
};

/** A record, of either family, that a user wants to come back to. */
export type FlagTable = {
  dataset_key: number;
  seq: number;
  user_key: number;
  /** The beginning of the record, for lists. */
  preview: string;
  flagged_at: number;
};

/** The query of the address of a dataset's page, of either family, under a name that is the user's own. */
export type SavedViewTable = {
  id: string;
  dataset_key: number;
  user_key: number;
  name: string;
  query: string;
  inserted_at: number;
  updated_at: number;
};

/** Work that outlives a call; one at a time runs in a dataset. */
export type JobTable = {
  key: Key;
  id: string;
  name: JobName;
  dataset_key: number;
  /** Null in old rows, where they were not noted. */
  dataset_id: string | null;
  workspace_id: string | null;
  /** JSON: what it is told. */
  about: string;
  state: JobState;
  done: Generated<number>;
  total: number | null;
  error: string | null;
  /** How often a process began it since its last step that was done. */
  tries: Generated<number>;
  inserted_at: number;
  updated_at: number;
};

/** What a token names: while it lives, its tokens let in. One that ended stays until it would have expired, to say why. */
export type SessionTable = {
  id: string;
  user_id: string;
  /** Of the token that was given out last. */
  number: number;
  /** Whether its tokens are short and renewed, as a page's are. */
  renews: Flag;
  began_at: number;
  renewed_at: number;
  expires_at: number;
  ended_at: number | null;
  ended_by: SessionEnd | null;
};

/** Append-only, but that what happens again at once is counted. Names as they were then. */
export type AuditTable = {
  key: Key;
  at: number;
  kind: AuditKind;
  actor_id: string | null;
  /** Null: nobody who is known, or whoever works on the server's own machine. */
  actor: string | null;
  /** Whom it is about, where that is somebody else. */
  person_id: string | null;
  person: string | null;
  /** `actor`, or of a failed sign-in `person`. */
  who: GeneratedAlways<string | null>;
  /** JSON object: what the domain's AuditEvent tells. */
  told: string;
  address: string | null;
  program: string | null;
  times: Generated<number>;
};

/** A one-time link by which a person chooses a password. */
export type InvitationTable = {
  key: Key;
  code_hash: string;
  user_id: string;
  expires_at: number;
  inserted_at: number;
  used_at: number | null;
  /** When it was withdrawn, or another one took its place. */
  ended_at: number | null;
};

/** What follows a person: a member of their preferences, as JSON. */
export type PreferenceTable = { user_key: number; name: string; value: string; changed_at: number };

/** A named key of a person, beside that of the wire. */
export type ApiKeyTable = {
  id: string;
  user_key: number;
  name: string;
  /** SHA-256 of the key. */
  hash: Bytes;
  /** Its last four characters. */
  ending: string;
  inserted_at: number;
  expires_at: number | null;
};

/** When a key was shown last, and by which program. `key_id`: of a named key, or of the user whose first key it is. */
export type KeyUseTable = { key_id: string; used_at: number; used_by: string | null };

export type Tables = {
  user: UserTable;
  workspace: WorkspaceTable;
  membership: MembershipTable;
  last_seen: LastSeenTable;
  dataset_sequence: DatasetSequenceTable;
  dataset: DatasetTable;
  task_dataset: TaskDatasetTable;
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
  job: JobTable;
  session: SessionTable;
  audit: AuditTable;
  invitation: InvitationTable;
  preference: PreferenceTable;
  api_key: ApiKeyTable;
  key_use: KeyUseTable;
};
