import type { Rebuilt } from "../../derived.ts";
import { FIRST_TO_THIRTEENTH } from "./0001-to-0013.ts";

type Migration = {
  readonly name: string;
  /** One sentence for an operator, without the full stop (UPG-03). */
  readonly says: string;
  readonly sql: string;
  /** What must be written anew with it. */
  readonly rebuilds?: Rebuilt;
};

/** In order; the number of those applied is the database's `user_version`. Entries are never changed once released. */
export const migrations: readonly Migration[] = [
  ...FIRST_TO_THIRTEENTH,
  // Tokens name a session, which can be ended. What happened to accounts and what was deleted is written into a
  // trail, whose texts name people and things as they were called then.
  {
    name: "sessions and audit",
    says: "Makes tables for sessions and the audit trail",
    sql: `
create table session (
  id text primary key, user_id text not null, number integer not null, renews integer not null,
  began_at integer not null, renewed_at integer not null, expires_at integer not null, ended_at integer, ended_by text
) strict, without rowid;
create index session_user on session (user_id, renewed_at);
create index session_expires on session (expires_at);

create table audit (
  key integer primary key autoincrement, at integer not null, kind text not null,
  actor_id text, actor text, person_id text, person text, told text not null,
  address text, program text, times integer not null default 1
) strict;
create index audit_at on audit (at);
create index audit_kind on audit (kind, key);
create index audit_actor on audit (actor, key);
`,
  },
  // People who may not come in for now, and when each was here last.
  {
    name: "people",
    says: "People can be deactivated, and their last visit is kept",
    sql: `
alter table user add column deactivated_at integer;

create table last_seen (
  user_id text primary key, at integer not null, by_key integer not null
) strict, without rowid;
`,
  },
  // One-time links by which a person chooses a password; of the code only what it hashes to.
  {
    name: "invitations",
    says: "Makes a table for invitations by a link",
    sql: `
create table invitation (
  key integer primary key autoincrement, code_hash text not null unique, user_id text not null,
  expires_at integer not null, inserted_at integer not null, used_at integer, ended_at integer
) strict;
create index invitation_user on invitation (user_id);
`,
  },
  // What follows a person from browser to browser, member by member as JSON; and the API keys they have beside that
  // of the wire. Of a named key only its SHA-256 is kept: it is drawn from so many that nobody can try them, so a
  // slow hash would protect nothing more. When keys were used last stands beside, for it is written again and again:
  // `key_id` is that of a named key, or of the user whose first key it is. Accounts made through a provider had a
  // password that nobody knew; now they have none.
  {
    name: "own settings",
    says: "Makes tables for preferences and named API keys; accounts of providers lose a password that nobody knew",
    sql: `
create table preference (
  user_key integer not null, name text not null, value text not null, changed_at integer not null,
  primary key (user_key, name)
) strict, without rowid;

create table api_key (
  id text primary key, user_key integer not null, name text not null, hash blob not null unique, ending text not null,
  inserted_at integer not null, expires_at integer, unique (user_key, name)
) strict, without rowid;

create table key_use (key_id text primary key, used_at integer not null, used_by text) strict, without rowid;

update user set password_hash = '' where provider is not null;
`,
  },
  // What the hashes cost that people brought from another server: asked for at every sign-in, and there are few
  // different ones.
  {
    name: "brought hashes",
    says: "Makes an index of the passwords that came from another server",
    sql: `
create index user_brought_cost on user (substr(password_hash, 5, 2)) where substr(password_hash, 1, 2) = '$2';
`,
  },
  // What happened just before from the same place, which is asked for at every failed sign-in: one look, however
  // long the trail is.
  {
    name: "audit repeats",
    says: "Makes an index of the audit trail by address",
    sql: `
create index audit_repeat on audit (kind, address, at);
`,
  },
  // Under whose name an entry stands: whoever did it, and of a failed sign-in the name that was tried. It takes the
  // place of the index of those who did it.
  {
    name: "audit who",
    says: "Makes an index of the audit trail by person",
    sql: `
alter table audit add column who text generated always as (
  case when actor is null and kind = 'sign_in_failed' then person else actor end
) virtual;
drop index audit_actor;
create index audit_who on audit (who, key);
`,
  },
  // Times of task records were kept to the millisecond.
  {
    name: "times to the microsecond",
    says: "Writes the search values of all records of the older API anew, with exact times",
    sql: "",
    rebuilds: "task values",
  },
  // The import that fills a dataset; null where none does, so that what was made before is whole.
  {
    name: "imports",
    says: "Datasets name the import that fills them",
    sql: `
alter table dataset add column import_id text;
alter table task_dataset add column import_id text;
create unique index dataset_import on dataset (import_id) where import_id is not null;
create unique index task_dataset_import on task_dataset (import_id) where import_id is not null;
`,
  },
  // They were rounded.
  {
    name: "whole numbers of any size",
    says: "Writes search values for whole numbers beyond 2^53",
    sql: "",
    rebuilds: "whole numbers",
  },
  // What each person did is counted from the index alone, for every filter but a search: of 500,000 entries in an
  // eighth of the time that it took to read the rows.
  {
    name: "audit names",
    says: "Makes the index of the audit trail by person faster",
    sql: `
drop index audit_who;
create index audit_who on audit (who, key, at, kind, actor, actor_id);
`,
  },
  // Deleted datasets that can be restored.
  {
    name: "recently deleted",
    says: "Makes a table for deleted datasets that can be restored",
    sql: `
create table deleted_dataset (
  key integer primary key, id text not null unique, family text not null, dataset_id text, name text not null,
  task text not null, workspace_id text, workspace text not null, size integer not null, records integer not null,
  answers integer, is_indexed integer not null, row text not null, deleted_at integer not null, deleted_by_id text, deleted_by text
) strict;
create index deleted_dataset_workspace on deleted_dataset (workspace_id, deleted_at);
create index deleted_dataset_at on deleted_dataset (deleted_at);
`,
  },
  // What clients 2.x say about a field and keep with a dataset.
  {
    name: "field descriptions and dataset metadata",
    says: "Fields can have descriptions, and datasets metadata",
    sql: `
alter table field add column description text;
alter table dataset add column metadata text;
`,
  },
  // The columns of the file that was added to a dataset last.
  {
    name: "file columns",
    says: "Makes a table for the columns of the last file of a dataset",
    sql: `
create table file_columns (dataset_key integer primary key, columns text not null) strict;
`,
  },
  // Links that admins made end when an owner gives the person more.
  {
    name: "invitations by admins",
    says: "Links that admins made are marked",
    sql: `
alter table invitation add column by_admin integer not null default 0;
`,
  },
  // Snapshots of datasets; their rows are files in the home folder.
  {
    name: "snapshots",
    says: "Makes a table for snapshots of datasets",
    sql: `
create table snapshot (
  key integer primary key, id text not null unique, dataset_key integer not null, family text not null, name text not null,
  by_id text, by_name text, asked_at integer not null, job_key integer not null, taken_at integer, records integer,
  answers integer, position integer, bytes integer not null default 0, hash text, digests text, facts text
) strict;
create unique index snapshot_name on snapshot (dataset_key, name);
`,
  },
  // Addresses that are told what happens. An event is written with the change that it tells; what it says of its dataset is
  // kept once for all events of a call. A lane has the events of one dataset that wait for one webhook, in their order.
  {
    name: "webhooks",
    says: "Makes tables for webhooks and their events",
    sql: `
create table webhook (
  key integer primary key autoincrement, id text not null unique, workspace_id text, url text not null, secret text not null,
  events text not null, enabled integer not null, description text, paused_at integer,
  waiting integer not null default 0, waiting_bytes integer not null default 0,
  inserted_at integer not null, updated_at integer not null
) strict;
create index webhook_workspace on webhook (workspace_id);
create table webhook_about (key integer primary key autoincrement, about text not null) strict;
create table webhook_event (
  key integer primary key autoincrement, id text not null unique, type text not null, at integer not null,
  told text not null, about_key integer
) strict;
create index webhook_event_about on webhook_event (about_key);
create table webhook_delivery (
  key integer primary key autoincrement, webhook_key integer not null, event_key integer not null, lane integer not null,
  bytes integer not null, since integer not null, tries integer not null default 0, tried_at integer,
  status integer, answer text, ended_at integer, failed integer not null default 0
) strict;
create index webhook_delivery_waiting on webhook_delivery (webhook_key, lane, key) where ended_at is null;
create index webhook_delivery_ended on webhook_delivery (webhook_key, ended_at) where ended_at is not null;
create index webhook_delivery_event on webhook_delivery (event_key, webhook_key);
create table webhook_lane (
  webhook_key integer not null, lane integer not null, next_at integer not null, primary key (webhook_key, lane)
) strict, without rowid;
create index webhook_lane_next on webhook_lane (webhook_key, next_at);
`,
  },
  // Deleted records that can be restored.
  {
    name: "recently deleted records",
    says: "Makes a table for deleted records that can be restored",
    sql: `
create table deleted_records (
  key integer primary key, id text not null unique, dataset_key integer not null, family text not null,
  state text not null default 'kept', records integer not null, answers integer not null, bytes integer not null,
  preview text not null, next_seq integer not null default 0, deleted_at integer not null, deleted_by_id text, deleted_by text
) strict;
create index deleted_records_dataset on deleted_records (dataset_key, deleted_at);
create index deleted_records_at on deleted_records (deleted_at);
`,
  },
  // Deleted people who can be restored. Links of admins end with the rights of the admin who made them.
  {
    name: "recently deleted people",
    says: "Makes a table for deleted people who can be restored",
    sql: `
create table deleted_person (
  user_key integer primary key, id text not null unique, workspaces text not null, deleted_at integer not null,
  deleted_by_id text, deleted_by text
) strict;
alter table invitation add column made_by text;
`,
  },
  // What was brought from another server, so that a later run knows what has changed there and what here.
  {
    name: "what was brought",
    says: "Makes a table for what came from another server",
    sql: `
create table brought (
  dataset_key integer not null, seq integer not null, prints blob not null, primary key (dataset_key, seq)
) strict, without rowid;
`,
  },
  // Where a session was begun, so that owners can tell sessions apart, and by which session of which provider.
  {
    name: "where sessions come from",
    says: "Adds to sessions which program and network they are from, and their provider",
    sql: `
alter table session add column program text;
alter table session add column network text;
alter table session add column provider text;
alter table session add column provider_session text;
alter table session add column most_seconds integer;
create index session_provider on session (provider, provider_session) where provider is not null;
`,
  },
  // The time of the last answer was in the dataset's own row. The times that are there stay: the later one counts.
  {
    name: "last activity",
    says: "Makes a table for the time of the last answer in each dataset",
    sql: `
create table dataset_activity (dataset_key integer primary key, at integer not null) strict;
`,
  },
  // What several servers share. One server has it in memory, and its secrets in files: so these tables stay empty in this engine.
  {
    name: "shared state",
    says: "Makes tables for what several servers share",
    sql: `
create table failed_attempts (key text primary key, kind text not null, forgiven_at integer not null) strict, without rowid;
create index failed_attempts_kind on failed_attempts (kind, forgiven_at);
create table used_once (key text primary key, kind text not null, until integer not null) strict, without rowid;
create index used_once_kind on used_once (kind, until);
create table sign_in_link (code_hash text primary key, user_id text not null, until integer not null) strict, without rowid;
create table secret (name text primary key, value text not null) strict, without rowid;
`,
  },
];
