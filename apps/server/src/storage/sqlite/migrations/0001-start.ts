/**
 * The first schema, for SQLite. Composite keys cluster the tables of records by dataset and record, so a page is a few
 * neighbouring pages on disk. Ids are UUIDv7: the index on them grows at its end instead of everywhere.
 */
export const start = `
create table user (
  key integer primary key, id text not null unique, first_name text not null, last_name text, username text not null,
  role text not null, api_key text not null unique, password_hash text not null,
  inserted_at integer not null, updated_at integer not null, deleted_at integer
) strict;
create unique index user_username on user (username) where deleted_at is null;

create table workspace (
  id text primary key, name text not null unique, inserted_at integer not null, updated_at integer not null
) strict, without rowid;

create table membership (
  workspace_id text not null, user_id text not null, inserted_at integer not null, primary key (workspace_id, user_id)
) strict, without rowid;
create index membership_user on membership (user_id);

create table dataset (
  key integer primary key autoincrement, id text not null unique, workspace_id text not null, name text not null, guidelines text,
  allow_extra_metadata integer not null, status text not null, next_seq integer not null default 0, record_count integer not null default 0,
  last_activity_at integer not null, inserted_at integer not null, updated_at integer not null,
  unique (workspace_id, name)
) strict;

create table field (
  id text primary key, dataset_id text not null, name text not null, title text not null, required integer not null,
  settings text not null, inserted_at integer not null, updated_at integer not null, unique (dataset_id, name)
) strict, without rowid;

create table question (
  key integer primary key autoincrement, id text not null unique, dataset_id text not null, name text not null, title text not null,
  description text, required integer not null, settings text not null, inserted_at integer not null,
  updated_at integer not null, unique (dataset_id, name)
) strict;

create table metadata_property (
  id text primary key, dataset_id text not null, name text not null, title text not null, settings text not null,
  visible_for_annotators integer not null, inserted_at integer not null, updated_at integer not null,
  unique (dataset_id, name)
) strict, without rowid;

create table vector_settings (
  key integer primary key autoincrement, id text not null unique, dataset_id text not null, name text not null, title text not null,
  dimensions integer not null, inserted_at integer not null, updated_at integer not null, unique (dataset_id, name)
) strict;

create table record (
  dataset_key integer not null, seq integer not null, id text not null, external_id text, fields text not null,
  metadata text, inserted_at integer not null, updated_at integer not null, primary key (dataset_key, seq)
) strict, without rowid;
create unique index record_id on record (id);
create unique index record_external_id on record (dataset_key, external_id) where external_id is not null;

create table suggestion (
  dataset_key integer not null, seq integer not null, question_key integer not null, id text not null, type text,
  value text not null, agent text, score text, inserted_at integer not null, updated_at integer not null,
  primary key (dataset_key, seq, question_key)
) strict, without rowid;
create unique index suggestion_id on suggestion (id);

create table response (
  dataset_key integer not null, seq integer not null, user_key integer not null, id text not null, status text not null,
  "values" text, inserted_at integer not null, updated_at integer not null, primary key (dataset_key, seq, user_key)
) strict, without rowid;
create unique index response_id on response (id);

create table vector (
  dataset_key integer not null, vector_settings_key integer not null, seq integer not null, value blob not null,
  primary key (dataset_key, vector_settings_key, seq)
) strict, without rowid;

create table live_block (
  dataset_key integer not null, block integer not null, count integer not null, bits blob not null,
  primary key (dataset_key, block)
) strict, without rowid;

create table answered_block (
  dataset_key integer not null, user_key integer not null, status text not null, block integer not null,
  count integer not null, bits blob not null, primary key (dataset_key, user_key, status, block)
) strict, without rowid;

create table user_counts (
  dataset_key integer not null, user_key integer not null, draft integer not null default 0,
  submitted integer not null default 0, discarded integer not null default 0, team_submitted integer not null default 0,
  team_discarded integer not null default 0, team_conflicting integer not null default 0,
  primary key (dataset_key, user_key)
) strict, without rowid;

create table activity (
  key integer primary key, dataset_key integer not null, seq integer not null, user_key integer not null,
  actor_key integer not null, at integer not null, kind text not null, before text, after text, shown_ms integer
) strict;
create index activity_record on activity (dataset_key, seq, key);

create table purge (key integer primary key, dataset_key integer not null, vector_settings_key integer) strict;

-- What a store is like, for the planner, in SQLite's form: rows, then rows per value of the first columns. Without it
-- SQLite takes a dataset for a handful of records and goes through all of it to find some by their ids.
analyze;
insert into sqlite_stat1 (tbl, idx, stat) values
  ('record', 'record', '100000 100000 1'), ('record', 'record_id', '100000 1'),
  ('record', 'record_external_id', '100000 100000 1'),
  ('suggestion', 'suggestion', '200000 200000 2 1'), ('suggestion', 'suggestion_id', '200000 1'),
  ('response', 'response', '100000 100000 2 1'), ('response', 'response_id', '100000 1'),
  ('vector', 'vector', '100000 100000 100000 1'), ('activity', 'activity_record', '100000 100000 2 1'),
  ('live_block', 'live_block', '100 100 1'), ('answered_block', 'answered_block', '1000 1000 100 30 1');
`;
