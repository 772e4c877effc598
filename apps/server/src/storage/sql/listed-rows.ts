import { CompiledQuery } from "kysely";
import type { Changed, Dropped, Laid, Rows } from "../engine.ts";
import type { Db } from "../tables.ts";

/** Statements around a list of rows: the same for each engine, but for the way that it takes such a list. */

type Value = string | number | null | Uint8Array;

export type Lists = {
  /** How many of the rows that are left go into the next statement. Few lengths mean few statements. */
  readonly lengthFor: (left: number, width: number) => number;
  /** Where the value goes that is the `at`th of a statement, counted from 1. */
  readonly place: (at: number) => string;
  /** A row of nulls with the types of these columns, if listed values have none of their own. It is equal to no row. */
  readonly typed?: (table: string, columns: readonly string[]) => string;
};

/** A statement around a list of rows, for each number of rows: building it takes longer than running it. */
type Listing = {
  readonly lists: Lists;
  /** Ends with the list's beginning. */
  readonly head: string;
  readonly width: number;
  readonly tail: string;
  readonly known: Map<number, CompiledQuery>;
};

export const listingOf = (lists: Lists, head: string, width: number, tail = ""): Listing => ({
  lists,
  head,
  width,
  tail,
  known: new Map(),
});

function queryFor({ lists, head, width, tail, known }: Listing, rows: number): CompiledQuery {
  const row = (_: unknown, index: number) =>
    `(${Array.from({ length: width }, (_each, column) => lists.place(index * width + column + 1)).join()})`;
  const query = CompiledQuery.raw(`${head} ${Array.from({ length: rows }, row).join()} ${tail}`);
  known.set(rows, query);
  return query;
}

/** Runs a statement with the values of many rows. They are read one by one, to avoid a temporary list for each row. */
export async function runForRows<R>(
  db: Db,
  listing: Listing,
  rows: readonly R[],
  valueAt: (row: R, column: number) => Value | undefined,
): Promise<void> {
  const { width } = listing;
  for (let from = 0; from < rows.length; ) {
    const length = listing.lists.lengthFor(rows.length - from, width);
    const values = new Array<Value>(length * width);
    let at = 0;
    for (const row of rows.slice(from, from + length)) {
      for (let column = 0; column < width; column++) values[at++] = valueAt(row, column) ?? null;
    }
    const query = listing.known.get(length) ?? queryFor(listing, length);
    await db.send({ compile: () => ({ ...query, parameters: values }) });
    from += length;
  }
}

/** The methods for rows of any table, of an engine that takes lists in this way. */
export function listedRows(lists: Lists): (db: Db) => Pick<Rows, "put" | "change" | "drop"> {
  /** Statements by their layout, which each writer has one of. */
  const listings = new WeakMap<object, Listing>();
  const run = async <R, L extends object>(
    db: Db,
    laid: L,
    make: (laid: L, lists: Lists) => Listing,
    columns: readonly (keyof R)[],
    rows: readonly R[],
  ): Promise<void> => {
    const listing = listings.get(laid) ?? make(laid, lists);
    listings.set(laid, listing);
    await runForRows(db, listing, rows, (row, at) => {
      const column = columns[at];
      return column && (row[column] as Value | undefined); // what tables hold
    });
  };
  return (db) => ({
    put: (laid, rows) => run(db, laid, insertion, laid.columns, rows),
    change: (laid, rows) => run(db, laid, change, [...laid.key, ...laid.take], rows),
    drop: (laid, rows) => run(db, laid, drop, laid.key, rows),
  });
}

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join();

function insertion<R>({ table, columns, over }: Laid<R>, lists: Lists): Listing {
  const set = [
    ...(over?.take ?? []).map((column) => `"${column}" = excluded."${column}"`),
    ...(over?.add ?? []).map((column) => `"${column}" = "${table}"."${column}" + excluded."${column}"`),
  ];
  const tail = over ? `on conflict (${quoted(over.key)}) do update set ${set.join()}` : "";
  return listingOf(lists, `insert into "${table}" (${quoted(columns)}) values`, columns.length, tail);
}

const beginning = ({ typed }: Lists, table: string, columns: readonly string[]): string =>
  typed ? `values ${typed(table, columns)},` : "values";

function change<R>({ table, key, take }: Changed<R>, lists: Lists): Listing {
  const columns = [...key, ...take];
  // Engines name the columns of listed rows so.
  const named = (column: keyof R & string) => `given.column${columns.indexOf(column) + 1}`;
  const set = take.map((column) => `"${column}" = ${named(column)}`).join();
  const where = key.map((column) => `"${table}"."${column}" = ${named(column)}`).join(" and ");
  const head = `update "${table}" set ${set} from (${beginning(lists, table, columns)}`;
  return listingOf(lists, head, columns.length, `) as given where ${where}`);
}

const drop = <R>({ table, key }: Dropped<R>, lists: Lists): Listing =>
  listingOf(
    lists,
    `delete from "${table}" where (${quoted(key)}) in (${beginning(lists, table, key)}`,
    key.length,
    ")",
  );
