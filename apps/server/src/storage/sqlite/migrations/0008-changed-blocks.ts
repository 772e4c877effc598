/**
 * Which stretches of a dataset's records have changed since a copy of their values or words was made in memory: one row for
 * each 128 records that were written since this table is there, with the number of the change. An older store begins without any.
 */
export const changedBlocks = `
create table changed_block (
  dataset_key integer not null, part integer not null, block integer not null, version integer not null,
  primary key (dataset_key, part, block)
) strict, without rowid;
create index changed_block_version on changed_block (dataset_key, part, version);
`;
