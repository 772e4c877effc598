/**
 * Records of the older family, numbered like the others. `document` is what was logged, with room in a page for most of them, so
 * the table goes by row ids; its numbers stand in both indexes, for the order by number and by id. `words` come before it: whoever
 * reads those does not go through long documents. `task_target` gives numbers to what records are searched by
 * once it is first logged, `task_vector` to names of vectors.
 */
export const taskRecords = `
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
`;
