/**
 * What search needs beside the records. `filter_value` holds what filters and sorts look at, once by value and once by
 * record; the records' times have indexes of their own; vectors tell when they were written, so that a copy in memory
 * takes in what is newer. Metadata properties get an integer key, which their rows in `filter_value` go by.
 */
export const search = `
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
`;
