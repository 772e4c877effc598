/** Maps column names to values. CSV values are texts; JSON Lines values keep their own types. */
export type Row = { readonly [column: string]: unknown };

/**
 * How a file is read. `guessed`: cell types are guessed. `exact`: cells stay as an export wrote them, and lines keep their
 * text.
 */
export type Reading = "guessed" | "exact";

/** A row with the number of its first line (from 1), or the reason why it cannot be read. */
export type ReadRow =
  | {
      readonly line: number;
      readonly row: Row;
      readonly text?: string;
      /**
       * The same row with numbers as they are written ({@link parseKeepingForm}), computed {@link once}; absent if it equals
       * `row`.
       */
      readonly exact?: () => Row;
      /** For a table: the cells as written, if a list or an object was read from a cell. */
      readonly cells?: Row;
    }
  | { readonly line: number; readonly fault: string };

/** Reads only an own member: every object inherits a `constructor`, and a file may contain `__proto__`. */
export const valueIn = (row: object, column: string): unknown =>
  Object.hasOwn(row, column) ? ((row as Row)[column] ?? null) : null;

/** The member or column in which an export describes its dataset. */
export const PLACE = "postil";

/** Calls `make` at the first use and remembers its result: parsing that keeps the form of numbers is many times slower. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
