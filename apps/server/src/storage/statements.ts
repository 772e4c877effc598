import type { Insertable, Selectable, SelectQueryBuilder, Updateable } from "kysely";
import type { Laid } from "./engine.ts";
import type { Db, Tables } from "./tables.ts";

/** Statements on one table, for the rows that have certain values: `deleteRows(db, "flag", { dataset_key, seq })`. */

type Table = keyof Tables;
/** Columns with their values; all of them must be equal. */
type At<T extends Table> = { readonly [C in keyof Selectable<Tables[T]>]?: Selectable<Tables[T]>[C] };

/** What the builders of all kinds of statements have in common. */
type Narrowed = { where(column: string, operator: "=" | "is", value: unknown): Narrowed };

function narrowed<Q>(statement: Q, at: object): Q {
  let rest = statement as Narrowed;
  for (const [column, value] of Object.entries(at)) {
    // Without this condition the statement would mean more rows.
    if (value === undefined) throw new Error(`No value is given for the column ${column}.`);
    rest = rest.where(column, value === null ? "is" : "=", value);
  }
  return rest as Q;
}

/** The rows with these values. What is read of them, in which order, and how many, is said next. */
export const rowsOf = <T extends Table>(db: Db, table: T, at: At<T>): SelectQueryBuilder<Tables, T, object> =>
  narrowed(db.selectFrom(table), at) as SelectQueryBuilder<Tables, T, object>;

type Joined<Join> = { onRef(one: never, operator: "=", other: never): Join };
/** Joins the row of the same record in another table. */
export const sameRecord =
  (one: string, other: string) =>
  <Join extends Joined<Join>>(join: Join): Join =>
    // The types of Kysely know the columns of named tables alone.
    join
      .onRef(`${one}.dataset_key` as never, "=", `${other}.dataset_key` as never)
      .onRef(`${one}.seq` as never, "=", `${other}.seq` as never);

export async function insertRows<T extends Table>(
  db: Db,
  table: T,
  rows: Insertable<Tables[T]> | readonly Insertable<Tables[T]>[],
): Promise<void> {
  await db.send(db.insertInto(table).values(rows));
}

/** A function that writes many rows of a table, each with its own key. A missing column becomes null. */
export function putRows<T extends Table>(table: T, columns: Omit<Laid<Insertable<Tables[T]>>, "table">) {
  const laid = { table, ...columns };
  return (db: Db, rows: readonly Insertable<Tables[T]>[]): Promise<void> => db.rows.put(laid, rows);
}

type Column<T extends Table> = keyof Selectable<Tables[T]> & string;
type Row<T extends Table, C extends Column<T>> = Pick<Selectable<Tables[T]>, C>;

/** A function that changes many rows of a table, each in its own way. No key may occur twice. */
export function changeRows<T extends Table, K extends Column<T>, C extends Column<T>>(
  table: T,
  columns: { readonly key: readonly K[]; readonly take: readonly C[] },
) {
  const laid = { table, ...columns };
  return (db: Db, rows: readonly Row<T, K | C>[]): Promise<void> => db.rows.change(laid, rows);
}

/** A function that removes many rows of a table by these columns. */
export function dropRows<T extends Table, K extends Column<T>>(table: T, key: readonly K[]) {
  const laid = { table, key };
  return (db: Db, rows: readonly Row<T, K>[]): Promise<void> => db.rows.drop(laid, rows);
}

/** Returns the number of rows that were changed. */
export async function updateRows<T extends Table>(db: Db, table: T, at: At<T>, change: Updateable<Tables[T]>) {
  // The types of Kysely see no single table in a generic one.
  const update = db.updateTable(table as "workspace").set(change as Updateable<Tables["workspace"]>);
  const { numUpdatedRows } = await narrowed(update, at).executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Returns the number of rows that were removed. */
export async function deleteRows<T extends Table>(db: Db, table: T, at: At<T>): Promise<number> {
  const { numDeletedRows } = await narrowed(db.deleteFrom(table), at).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
