/** What is set for task datasets, their labeling rules, and whether they are closed. */
export const taskSettings = `
alter table task_dataset add column closed integer not null default 0;
create table task_settings (
  dataset_key integer primary key, label_schema text, vectors text
) strict;
create table labeling_rule (
  key integer primary key autoincrement, dataset_key integer not null, query text not null, labels text not null,
  label text, description text, author text not null, created_at integer not null, unique (dataset_key, query)
) strict;
`;
