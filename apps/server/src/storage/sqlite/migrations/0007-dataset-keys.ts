/**
 * One sequence of keys for datasets of both families: the tables of records go by the key alone. Feedback datasets keep theirs,
 * everything they have is stored by it; task datasets, which have nothing yet, go behind them in the order they were made. By
 * way of negative keys, so that none is in the way of another. Keys of deleted datasets are not given again.
 */
export const datasetKeys = `
create table dataset_sequence (last integer not null) strict;
insert into dataset_sequence select coalesce(max(seq), 0) from sqlite_sequence where name = 'dataset';
update task_dataset set key = -key;
update task_dataset set key = (select last from dataset_sequence) - key;
update dataset_sequence set last = last + (select coalesce(max(seq), 0) from sqlite_sequence where name = 'task_dataset');
`;
