import type { Insertable, Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { type Insertion, insertRows, type Value } from "./insert-rows.ts";

type Column<T extends keyof Tables> = keyof Insertable<Tables[T]> & string;

type Laid<T extends keyof Tables> = {
  readonly columns: readonly Column<T>[];
  /**
   * `key`: columns that identify an existing row; `take`: columns that are then overwritten. Absent if no row exists before.
   */
  readonly over?: { readonly key: readonly Column<T>[]; readonly take: readonly Column<T>[] };
};

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join();

/**
 * Creates a function that writes many rows of a table. No two rows have the same key. A column that is missing in a row
 * becomes null.
 */
export function putRows<T extends keyof Tables & string>(
  table: T,
  { columns, over }: Laid<T>,
): (db: Kysely<Tables>, rows: readonly Insertable<Tables[T]>[]) => Promise<void> {
  const taken = over?.take.map((column) => `"${column}" = excluded."${column}"`).join();
  const insertion: Insertion = {
    head: `insert into ${table} (${quoted(columns)})`,
    width: columns.length,
    ...(over ? { tail: `on conflict (${quoted(over.key)}) do update set ${taken}` } : {}),
  };
  const valueAt = (row: Insertable<Tables[T]>, at: number) => {
    const column = columns[at];
    return column && (row[column] as Value | undefined); // what tables hold
  };
  return (db, rows) => insertRows(db, insertion, rows, valueAt);
}
