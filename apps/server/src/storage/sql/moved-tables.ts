import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { HasDb } from "../store.ts";
import type { Db, Tables } from "../tables.ts";

/** The tables as an engine hands them to another: row by row in the order of their keys, so that a copy can go on where it ended. */

/** What `rebuildDerived` computes anew, and what only one engine keeps. */
type Derived = "filter_value" | "changed_block" | "live_block" | "answered_block" | "user_counts";
/** What lasts minutes: with a move, as with a restart of the embedded engine, it is forgotten. */
type Passing = "failed_attempts" | "used_once" | "sign_in_link";
export type MovedTable = Exclude<keyof Tables, Derived | Passing>;

type Moved<T extends MovedTable> = {
  /** What tells a row from others. Without it the table has one row. */
  readonly key: readonly (keyof Tables[T] & string)[];
  /** Columns that an engine computes by itself, or that only one has. */
  readonly computed?: readonly string[];
};

/** People come last: a database without people is in nobody's use, and a copy may go on there. */
const MOVED: { readonly [T in MovedTable]: Moved<T> } = {
  clock: { key: [], computed: ["oldest"] },
  dataset_sequence: { key: [] },
  workspace: { key: ["id"] },
  dataset: { key: ["key"] },
  task_dataset: { key: ["key"] },
  dataset_activity: { key: ["dataset_key"] },
  field: { key: ["id"] },
  question: { key: ["key"] },
  metadata_property: { key: ["key"] },
  vector_settings: { key: ["key"] },
  task_settings: { key: ["dataset_key"] },
  task_target: { key: ["dataset_key", "path"] },
  task_vector: { key: ["key"] },
  labeling_rule: { key: ["key"] },
  record: { key: ["dataset_key", "seq"] },
  task_record: { key: ["dataset_key", "seq"] },
  suggestion: { key: ["dataset_key", "seq", "question_key"] },
  response: { key: ["dataset_key", "seq", "user_key"] },
  vector: { key: ["dataset_key", "vector_settings_key", "seq"] },
  activity: { key: ["key"] },
  flag: { key: ["dataset_key", "seq", "user_key"] },
  saved_view: { key: ["id"] },
  file_columns: { key: ["dataset_key"] },
  brought: { key: ["dataset_key", "seq"] },
  snapshot: { key: ["key"] },
  deleted_dataset: { key: ["key"] },
  deleted_records: { key: ["key"] },
  deleted_person: { key: ["user_key"] },
  job: { key: ["key"] },
  webhook: { key: ["key"] },
  webhook_about: { key: ["key"] },
  webhook_event: { key: ["key"] },
  webhook_delivery: { key: ["key"] },
  webhook_lane: { key: ["webhook_key", "lane"] },
  audit: { key: ["key"], computed: ["who"] },
  invitation: { key: ["key"] },
  session: { key: ["id"] },
  api_key: { key: ["id"] },
  key_use: { key: ["key_id"] },
  last_seen: { key: ["user_id"] },
  preference: { key: ["user_key", "name"] },
  membership: { key: ["workspace_id", "user_id"] },
  secret: { key: ["name"] },
  user: { key: ["key"] },
};
export const MOVED_TABLES = Object.keys(MOVED) as readonly MovedTable[];

type Value = string | number | null | Uint8Array;
export type MovedRow = { readonly [column: string]: Value };
export type MovedKey = readonly Value[];
type At = { readonly table: MovedTable };

/** A part of a table ends after this many bytes: rows may be large. */
const PART_BYTES = 4 * 2 ** 20;
const PART_ROWS = 2000;
const CHUNK = 16;

const keyOf = (table: MovedTable): readonly string[] => MOVED[table].key;

/** The rows after a key, only with columns that are stored; null: from the first row. */
async function* rowsAfter(db: Db, table: MovedTable, after: MovedKey | null, most?: number): AsyncGenerator<MovedRow> {
  const key = keyOf(table);
  const columns = sql.join(key.map((column) => sql.ref(column)));
  // The types of Kysely see no single table in any of these.
  let rows = db.selectFrom(table as "workspace").selectAll();
  if (after !== null) rows = rows.where(sql<boolean>`(${columns}) > (${sql.join(after)})`);
  for (const column of key) rows = rows.orderBy(sql.ref(column));
  if (most !== undefined) rows = rows.limit(most);
  const { computed = [] } = MOVED[table];
  for await (const row of rows.stream(CHUNK))
    yield Object.fromEntries(Object.entries(row).filter(([column]) => !computed.includes(column)));
}

const sizeOf = (row: MovedRow): number => {
  let bytes = 0;
  for (const value of Object.values(row)) bytes += typeof value === "number" ? 8 : (value?.length ?? 0);
  return bytes;
};

/** The next rows of a table, as many as fit into a few megabytes. */
export async function readMovedRows(
  { db }: HasDb,
  { table, after }: At & { readonly after: MovedKey | null },
): Promise<readonly MovedRow[]> {
  const rows: MovedRow[] = [];
  let bytes = 0;
  for await (const row of rowsAfter(db, table, after, PART_ROWS)) {
    rows.push(row);
    bytes += sizeOf(row);
    if (bytes > PART_BYTES) break;
  }
  return rows;
}

/** The key of the last row; null: there is none, or the table has one row. */
export async function lastMovedRow({ db }: HasDb, { table }: At): Promise<MovedKey | null> {
  const key = keyOf(table);
  if (key.length === 0) return null;
  let rows = db
    .selectFrom(table as "workspace")
    .selectAll()
    .limit(1);
  for (const column of key) rows = rows.orderBy(sql.ref(column), "desc");
  const last: MovedRow | undefined = await rows.executeTakeFirst();
  return last === undefined ? null : movedKey(table, last);
}

export const movedKey = (table: MovedTable, row: MovedRow): MovedKey =>
  keyOf(table).map((column) => row[column] ?? null);

export const lastNumberOf = ({ db }: HasDb, { table }: At): Promise<number> => db.rows.lastNumber(table);

export const goOnAfter = ({ db }: HasDb, { table, number }: At & { readonly number: number }): Promise<void> =>
  db.rows.goOnAfter(table, number);

/** Statements are made once for each table. */
const layouts = new Map<MovedTable, { readonly table: string; readonly columns: readonly string[] }>();

export async function writeMovedRows(
  { db }: HasDb,
  { table, rows }: At & { readonly rows: readonly MovedRow[] },
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  if (keyOf(table).length === 0) {
    // A new database has the one row, with what stays as it is there.
    await db
      .updateTable(table as "clock")
      .set(first as { readonly last: number }) // as above
      .execute();
    return;
  }
  const layout = layouts.get(table) ?? { table, columns: Object.keys(first) };
  layouts.set(table, layout);
  await db.rows.put<MovedRow>(layout, rows);
  await db.rows.goOnAfter(table, 0);
}

/** How many rows a table has, and a digest of all that is in them, in the order of their keys: the same for each engine. */
export type TableSum = { readonly rows: number; readonly digest: string };

export async function sumOfTable({ db }: HasDb, { table }: At): Promise<TableSum> {
  const digest = createHash("sha256");
  let count = 0;
  for await (const row of rowsAfter(db, table, null)) {
    count += 1;
    for (const column of Object.keys(row).toSorted()) {
      const value = row[column] ?? null;
      digest.update(value instanceof Uint8Array ? value : JSON.stringify(value)).update("\n");
    }
  }
  return { rows: count, digest: digest.digest("hex") };
}
