/** The migrations 1 to 13. Their order is the version of a database: entries are never moved nor changed. */
export const FIRST_TO_THIRTEENTH = [
  // The first schema, for SQLite. Composite keys cluster the tables of records by dataset and record, so a page is a few
  // neighbouring pages on disk. Ids are UUIDv7: the index on them grows at its end instead of everywhere.
  {
    name: "start",
    says: "Makes the tables of people, workspaces, datasets, records and answers",
    sql: `
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
`,
  },
  // Datasets of the older family; what belongs to one will go by its key, which is never used again.
  {
    name: "task datasets",
    says: "Makes a table for the datasets of the older API",
    sql: `
create table task_dataset (
  key integer primary key autoincrement, workspace_id text not null, name text not null, task text not null,
  tags text not null, metadata text not null, created_by text not null, created_at integer not null,
  last_updated_at integer not null, unique (workspace_id, name)
) strict;
`,
  },
  // What search needs beside the records. `filter_value` holds what filters and sorts look at, once by value and
  // once by record; the records' times have indexes of their own; vectors tell when they were written, so that a
  // copy in memory takes in what is newer. Metadata properties get an integer key, which their rows in
  // `filter_value` go by.
  {
    name: "search",
    says: "Makes indexes for filters, sorts and similar records, and reads all records for them",
    sql: `
create table keyed_property (
  key integer primary key autoincrement, id text not null unique, dataset_id text not null, name text not null, title text not null,
  settings text not null, visible_for_annotators integer not null, inserted_at integer not null, updated_at integer not null,
  unique (dataset_id, name)
) strict;
insert into keyed_property (id, dataset_id, name, title, settings, visible_for_annotators, inserted_at, updated_at)
  select id, dataset_id, name, title, settings, visible_for_annotators, inserted_at, updated_at from metadata_property order by inserted_at;
drop table metadata_property;
alter table keyed_property rename to metadata_property;

create table filter_value (
  dataset_key integer not null, target integer not null, value any not null, seq integer not null,
  primary key (dataset_key, target, value, seq)
) strict, without rowid;
create index filter_value_seq on filter_value (dataset_key, target, seq, value);

create index record_inserted_at on record (dataset_key, inserted_at);
create index record_updated_at on record (dataset_key, updated_at);

alter table vector add column written_at integer not null default 0;
create index vector_written_at on vector (dataset_key, vector_settings_key, written_at);

alter table purge add column target integer;
`,
    rebuilds: "everything",
  },
  // What users keep for themselves in a dataset: records flagged for later, and views under a name. A flag holds its
  // record's preview: fields never change, and reading whole records for a list of lines would take as long as they
  // are long.
  {
    name: "own lists",
    says: "Makes tables for flags and views",
    sql: `
create table flag (
  dataset_key integer not null, seq integer not null, user_key integer not null, preview text not null,
  flagged_at integer not null, primary key (dataset_key, seq, user_key)
) strict, without rowid;
create index flag_user on flag (user_key, dataset_key, flagged_at);

create table saved_view (
  id text primary key, dataset_key integer not null, user_key integer not null, name text not null, query text not null,
  inserted_at integer not null, updated_at integer not null, unique (dataset_key, user_key, name)
) strict, without rowid;
create index saved_view_user on saved_view (user_key);
`,
  },
  // The hosts whose pictures a dataset's markdown loads by itself: a JSON list of texts.
  {
    name: "picture hosts",
    says: "Datasets can name hosts whose pictures load by themselves",
    sql: `
alter table dataset add column picture_hosts text not null default '[]';
`,
  },
  // The latest time that was given to anything, so that what comes later is later whatever the system's clock says.
  {
    name: "clock",
    says: "Looks for the latest time of anything, so that later times are later",
    sql: `
create table clock (last integer not null) strict;
insert into clock select coalesce(max(at), 0) from (
  select max(inserted_at, updated_at) as at from user
  union all select max(inserted_at, updated_at) from workspace
  union all select inserted_at from membership
  union all select max(inserted_at, updated_at, last_activity_at) from dataset
  union all select max(inserted_at, updated_at) from field
  union all select max(inserted_at, updated_at) from question
  union all select max(inserted_at, updated_at) from metadata_property
  union all select max(inserted_at, updated_at) from vector_settings
  union all select max(inserted_at, updated_at) from record
  union all select max(inserted_at, updated_at) from suggestion
  union all select max(inserted_at, updated_at) from response
  union all select last_updated_at from task_dataset
  union all select at from activity
  union all select flagged_at from flag
  union all select max(inserted_at, updated_at) from saved_view
);
`,
  },
  // One sequence of keys for datasets of both families: the tables of records go by the key alone. Feedback datasets
  // keep theirs, everything they have is stored by it; task datasets, which have nothing yet, go behind them in the
  // order they were made. By way of negative keys, so that none is in the way of another. Keys of deleted datasets
  // are not given again.
  {
    name: "dataset keys",
    says: "Numbers the datasets of both APIs in one sequence",
    sql: `
create table dataset_sequence (last integer not null) strict;
insert into dataset_sequence select coalesce(max(seq), 0) from sqlite_sequence where name = 'dataset';
update task_dataset set key = -key;
update task_dataset set key = (select last from dataset_sequence) - key;
update dataset_sequence set last = last + (select coalesce(max(seq), 0) from sqlite_sequence where name = 'task_dataset');
`,
  },
  // Which stretches of a dataset's records have changed since a copy of their values or words was made in memory:
  // one row for each 128 records that were written since this table is there, with the number of the change. An
  // older store begins without any.
  {
    name: "changed blocks",
    says: "Makes a table of which records have changed lately",
    sql: `
create table changed_block (
  dataset_key integer not null, part integer not null, block integer not null, version integer not null,
  primary key (dataset_key, part, block)
) strict, without rowid;
create index changed_block_version on changed_block (dataset_key, part, version);
`,
  },
  // Work that outlives a call. What was to be purged becomes the first of it; of whose dataset that was is not known
  // any more.
  {
    name: "jobs",
    says: "Makes a table for work that outlives a call",
    sql: `
create table job (
  key integer primary key autoincrement, id text not null unique, name text not null, dataset_key integer not null,
  dataset_id text, workspace_id text, about text not null, state text not null, done integer not null default 0,
  total integer, error text, inserted_at integer not null, updated_at integer not null
) strict;
create index job_state on job (state, dataset_key, key);
insert into job (id, name, dataset_key, about, state, inserted_at, updated_at)
  select lower(hex(randomblob(4))) || '-' || lower(hex(randomblob(2))) || '-4' || substr(lower(hex(randomblob(2))), 2) ||
    '-8' || substr(lower(hex(randomblob(2))), 2) || '-' || lower(hex(randomblob(6))),
    'purge', dataset_key, json_object('vectorSettingsKey', vector_settings_key, 'target', target), 'waiting',
    clock.last, clock.last
  from purge, clock order by purge.key;
drop table purge;
`,
  },
  // Records of the older family, numbered like the others. `document` is what was logged, with room in a page for
  // most of them, so the table goes by row ids; its numbers stand in both indexes, for the order by number and by
  // id. `words` come before it: whoever reads those does not go through long documents. `task_target` gives numbers
  // to what records are searched by once it is first logged, `task_vector` to names of vectors.
  {
    name: "task records",
    says: "Makes tables for the records of the older API",
    sql: `
create table task_record (
  dataset_key integer not null, seq integer not null, id text not null, words text not null, last_log text not null,
  vectors text, document text not null
) strict;
create unique index task_record_seq on task_record (dataset_key, seq);
create index task_record_id on task_record (dataset_key, id, seq);

create table task_target (
  dataset_key integer not null, target integer not null, path text not null, kind text not null,
  primary key (dataset_key, path)
) strict, without rowid;

create table task_vector (
  key integer primary key autoincrement, dataset_key integer not null, name text not null, dimensions integer not null,
  unique (dataset_key, name)
) strict;

alter table task_dataset add column next_seq integer not null default 0;
alter table task_dataset add column record_count integer not null default 0;

insert into sqlite_stat1 (tbl, idx, stat) values
  ('task_record', 'task_record_seq', '100000 100000 1'), ('task_record', 'task_record_id', '100000 100000 1 1');
`,
  },
  // What is set for task datasets, their labeling rules, and whether they are closed.
  {
    name: "task settings",
    says: "Makes tables for settings and labeling rules of the older API",
    sql: `
alter table task_dataset add column closed integer not null default 0;
create table task_settings (
  dataset_key integer primary key, label_schema text, vectors text
) strict;
create table labeling_rule (
  key integer primary key autoincrement, dataset_key integer not null, query text not null, labels text not null,
  label text, description text, author text not null, created_at integer not null, unique (dataset_key, query)
) strict;
`,
  },
  // Through which provider an account was created, and who its person is there (AUT-22): a name alone proves
  // nothing. Accounts that were made here, as all were before, have neither.
  {
    name: "provider accounts",
    says: "Accounts can belong to a person at a provider",
    sql: `
alter table user add column provider text;
alter table user add column subject text;
create unique index user_subject on user (provider, subject) where deleted_at is null;
`,
  },
  // How often a job was begun since its last step that was done: what ends the server each time is given up.
  {
    name: "job tries",
    says: "Counts how often a job was begun",
    sql: `
alter table job add column tries integer not null default 0;
`,
  },
] as const;
