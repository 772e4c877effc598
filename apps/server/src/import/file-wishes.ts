/** How a file is to be read, where the person says so; null and empty: the file itself tells. */
export type FileWishes = {
  readonly encoding: string | null;
  readonly separator: string | null;
  /** An empty text: quotes are characters like others. */
  readonly quote: string | null;
  /** Whether the first line of a table names the columns. */
  readonly header: boolean | null;
  readonly names: readonly string[] | null;
  /** Cells that are no value; null: none was named. */
  readonly missing: readonly string[] | null;
  /** Whether blanks around a cell are left out. */
  readonly trim: boolean;
  readonly labelSeparator: string | null;
  /** Columns that hold labels, where they are named. */
  readonly labelColumns: readonly string[];
  /** Names like `data.text`: members of members. */
  readonly paths: readonly string[];
  /** Of tokens in columns: a number from 1, or a name of the header. */
  readonly tokenColumn: string | null;
  readonly tagColumn: string | null;
};
