/**
 * What users keep for themselves in a dataset: records flagged for later, and views under a name. A flag holds its record's
 * preview: fields never change, and reading whole records for a list of lines would take as long as they are long.
 */
export const ownLists = `
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
`;
