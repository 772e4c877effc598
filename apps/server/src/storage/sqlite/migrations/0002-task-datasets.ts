/** Datasets of the older family; what belongs to one will go by its key, which is never used again. */
export const taskDatasets = `
create table task_dataset (
  key integer primary key autoincrement, workspace_id text not null, name text not null, task text not null,
  tags text not null, metadata text not null, created_by text not null, created_at integer not null,
  last_updated_at integer not null, unique (workspace_id, name)
) strict;
`;
