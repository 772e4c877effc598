import { sql } from "kysely";
import type { Dropped, Laid, Move } from "../engine.ts";
import { ROWS_OF_RECORDS } from "../keys.ts";
import type { Lists } from "../sql/listed-rows.ts";
import type { RemoveWhere } from "../sql/rows-in-parts.ts";
import type { Db, Seqs } from "../tables.ts";
import type { FilterValue } from "../value-sources.ts";

/** A power of two, up to this number: a statement is prepared for each length. A statement allows 65,535 parameters. */
const MOST_ROWS = 256;
const MOST_PARAMETERS = 60_000;

export const LISTS: Lists = {
  lengthFor: (left, width) => 2 ** Math.floor(Math.log2(Math.min(left, MOST_ROWS, MOST_PARAMETERS / width))),
  place: (at) => `$${at}`,
  // Given values in a list are texts to the server, unless another row says what they are.
  typed: (table, columns) => `(${columns.map((column) => `(select "${column}" from "${table}" where false)`).join()})`,
};

type ValueRow = {
  readonly dataset_key: number;
  readonly target: number;
  readonly seq: number;
  readonly number: number | null;
  readonly term: string | null;
};
const KEY = ["dataset_key", "target", "seq"] as const;
const VALUES: Laid<ValueRow> = { table: "filter_value", columns: [...KEY, "number", "term"] };
const NUMBERS: Dropped<ValueRow> = { table: "filter_value", key: [...KEY, "number"] };
const TERMS: Dropped<ValueRow> = { table: "filter_value", key: [...KEY, "term"] };

const valueRows = (datasetKey: number, values: readonly FilterValue[]): ValueRow[] =>
  values.map(([target, value, seq]) => ({
    dataset_key: datasetKey,
    target,
    seq,
    number: typeof value === "number" ? value : null,
    term: typeof value === "string" ? value : null,
  }));

export const insertFilterValues = (db: Db, datasetKey: number, values: readonly FilterValue[]): Promise<void> =>
  db.rows.put(VALUES, valueRows(datasetKey, values));

export async function dropFilterValues(db: Db, datasetKey: number, values: readonly FilterValue[]): Promise<void> {
  const rows = valueRows(datasetKey, values);
  await db.rows.drop(
    NUMBERS,
    rows.filter(({ number }) => number !== null),
  );
  await db.rows.drop(
    TERMS,
    rows.filter(({ term }) => term !== null),
  );
}

export async function moveRows(db: Db, { from, to, vectors, at }: Move, seqs: Seqs): Promise<void> {
  const kinds = vectors.map(({ key }) => key);
  for (const { table } of ROWS_OF_RECORDS) {
    if (table === "filter_value") continue;
    const isVector = table === "vector";
    await sql`update ${sql.table(table)} set dataset_key = ${to}${isVector ? sql`, written_at = ${at}` : sql``}
      where dataset_key = ${from}${isVector ? sql` and vector_settings_key = any(${kinds}::bigint[])` : sql``}
        and seq = any(${seqs}::bigint[])`.execute(db);
  }
}

/** Returns the number of removed rows. */
export const removeWhere: RemoveWhere = async (db, table, where, most) => {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${where} limit ${most}))`.execute(db);
  return Number(numAffectedRows);
};

/** Documents are changed here and not by the server, whose JSON has no U+0000. */
export async function putTaskStatus(db: Db, datasetKey: number, seqs: Seqs, status: string): Promise<void> {
  const { rows } = await sql<{ seq: number; document: string }>`
    select seq, document from task_record
    where dataset_key = ${datasetKey} and seq = any(${seqs}::bigint[])`.execute(db);
  const documents = rows.map(({ document }) => JSON.stringify({ ...JSON.parse(document), status }));
  await sql`
    update task_record set document = changed.document
    from unnest(${rows.map(({ seq }) => seq)}::bigint[], ${documents}::text[]) as changed (seq, document)
    where task_record.dataset_key = ${datasetKey} and task_record.seq = changed.seq`.execute(db);
}
