import type { StoredTaskRecord } from "./shown-record.ts";
import type { TaskRecordId } from "./task-record.ts";
import type { TaskSimilarity } from "./task-search.ts";

/** A vector of a record on the page (TEN-37). */
export type VectorRecord = {
  readonly datasetId: string;
  readonly recordId: TaskRecordId;
  readonly name: string;
  readonly values: readonly number[];
  /** True if the records shown were found by it. */
  readonly isActive: boolean;
};

/**
 * A search by a vector (TEN-39) with the record that has the vector (TEN-38). The record is shown above the results.
 */
export type TaskReference = TaskSimilarity & { readonly datasetId: string; readonly record: StoredTaskRecord };

/** Each vector of each record, computed again for every page (TLO-10). */
export const vectorsOfPage = (datasetId: string, records: readonly StoredTaskRecord[]): readonly VectorRecord[] =>
  records.flatMap(({ id: recordId, vectors }) =>
    Object.entries(vectors).map(([name, { value }]) => ({ datasetId, recordId, name, values: value, isActive: false })),
  );

/** The vectors by which a record can be compared; the active one is that of the search. */
export const vectorsOfRecord = (
  vectors: readonly VectorRecord[],
  { id }: Pick<StoredTaskRecord, "id">,
  active: TaskReference | null,
): readonly VectorRecord[] =>
  vectors
    .filter(({ recordId }) => recordId === id)
    .map((one) => (active?.record.id === id && active.vector.name === one.name ? { ...one, isActive: true } : one));

/** A search for records that are similar to a record by one of its vectors. */
export const referenceBy = (record: StoredTaskRecord, { datasetId, name, values }: VectorRecord): TaskReference => ({
  datasetId,
  id: String(record.id),
  record,
  vector: { name, value: values },
});
