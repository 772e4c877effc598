import { compiled } from "./compiled.ts";
import { inChunks } from "./parts.ts";
import { rowsOf } from "./statements.ts";
import type { Db, Seqs } from "./tables.ts";
import type { FilterValue } from "./value-sources.ts";

/** Writes the rows of `filter_value`. Each family computes its own: feedback-family.ts, task-family.ts. */

/** Almost the order of the primary key: neighbours are on the same pages, which are then looked up only once. */
function inKeyOrder([target, value, seq]: FilterValue, [otherTarget, otherValue, otherSeq]: FilterValue): number {
  if (target !== otherTarget) return target - otherTarget;
  if (value === otherValue) return seq - otherSeq;
  return value < otherValue ? -1 : 1;
}

export async function addFilterValues(db: Db, datasetKey: number, values: readonly FilterValue[]): Promise<void> {
  await db.rows.addValues(datasetKey, values.toSorted(inKeyOrder));
  const seqs = values.map(([, , seq]) => seq);
  await db.changes.note(datasetKey, "values", seqs);
}

const storedValues = compiled((db, datasetKey: number, targets: readonly number[], seqs: Seqs) =>
  rowsOf(db, "filter_value", { dataset_key: datasetKey })
    .select(["target", "seq", db.expressions.value.as("value")])
    .where("target", "in", targets)
    .where("seq", "in", seqs),
);

type Replaced = {
  readonly targets: readonly number[];
  readonly seqs: Seqs;
  /** The records that already have values. */
  readonly older: readonly number[];
};

const nameOf = ([target, value, seq]: FilterValue): string => `${target} ${seq} ${JSON.stringify(value)}`;

/** Replaces the values of these targets and records with `values`. Rows that stay the same, most of them, stay. */
export async function replaceFilterValues(
  db: Db,
  datasetKey: number,
  { targets, seqs, older }: Replaced,
  values: readonly FilterValue[],
): Promise<void> {
  if (older.length === 0) return addFilterValues(db, datasetKey, values);
  const wanted = new Map(values.map((one) => [nameOf(one), one]));
  await inChunks(older, async (some) => {
    const stored = await storedValues(db, datasetKey, targets, some);
    const gone = stored.map(({ target, value, seq }): FilterValue => [target, value, seq]);
    await db.rows.dropValues(
      datasetKey,
      gone.filter((one) => !wanted.delete(nameOf(one))),
    );
  });
  await db.rows.addValues(datasetKey, [...wanted.values()].toSorted(inKeyOrder));
  await db.changes.note(datasetKey, "values", seqs);
}

export async function removeFilterValues(
  db: Db,
  datasetKey: number,
  targets: readonly number[],
  seqs: Seqs,
): Promise<void> {
  if (targets.length === 0 || seqs.length === 0) return;
  await db
    .deleteFrom("filter_value")
    .where("dataset_key", "=", datasetKey)
    .where("target", "in", targets)
    .where("seq", "in", seqs)
    .execute();
  await db.changes.note(datasetKey, "values", seqs);
}
