/** Work that outlives a call. What was to be purged becomes the first of it; of whose dataset that was is not known any more. */
export const jobs = `
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
`;
