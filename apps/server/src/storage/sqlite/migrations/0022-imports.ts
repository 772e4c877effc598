/** The import that fills a dataset; null where none does, so that what was made before is whole. */
export const imports = `
alter table dataset add column import_id text;
alter table task_dataset add column import_id text;
create unique index dataset_import on dataset (import_id) where import_id is not null;
create unique index task_dataset_import on task_dataset (import_id) where import_id is not null;
`;
