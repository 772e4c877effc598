/** Column to value. What CSV holds is text; JSON Lines bring their own types. */
export type Row = { readonly [column: string]: unknown };

/** How a file is read: `guessed`, what a cell looks like; `exact`, as an export wrote it, and lines with their text. */
export type Reading = "guessed" | "exact";

/** A row with the number of its first line (from 1), or why there is none. */
export type ReadRow =
  | {
      readonly line: number;
      readonly row: Row;
      readonly text?: string;
      /** The same with the form of its numbers, as {@link parseKeepingForm} reads them, made {@link once}; absent: the row itself. */
      readonly exact?: () => Row;
      /** Of a table: the cells as they are written, where a list or an object was read from one. */
      readonly cells?: Row;
    }
  | { readonly line: number; readonly fault: string };

/** A member of its own: every object has a `constructor`, and may be given a `__proto__`. */
export const valueIn = (row: object, column: string): unknown =>
  Object.hasOwn(row, column) ? ((row as Row)[column] ?? null) : null;

/** The member or column in which an export tells its dataset. */
export const PLACE = "postil";

/** What `make` gives, made at the first call: to read a line with the form of its numbers costs many times a plain reading. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
