import type { Insertable, Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { type Insertion, insertRows, type Value } from "./insert-rows.ts";

type Column<T extends keyof Tables> = keyof Insertable<Tables[T]> & string;

type Laid<T extends keyof Tables> = {
  readonly columns: readonly Column<T>[];
  /** Columns that tell a row there already, and those it then takes over; without them there is none. */
  readonly over?: { readonly key: readonly Column<T>[]; readonly take: readonly Column<T>[] };
};

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join();

/** What writes many rows of a table; no two of them have the same key. A column that a row does not have is null. */
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
