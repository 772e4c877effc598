/** The user's options for reading a file; if one is null or empty, the file itself decides. */
export type FileWishes = {
  readonly encoding: string | null;
  readonly separator: string | null;
  /** An empty text means that quotes are ordinary characters. */
  readonly quote: string | null;
  /** True if the first line of a table names the columns; null means that no option says. */
  readonly header: boolean | null;
  readonly names: readonly string[] | null;
  /** Cells that mean "no value"; null means that the option is not set. */
  readonly missing: readonly string[] | null;
  /** True if blanks around a cell are removed. */
  readonly trim: boolean;
  readonly labelSeparator: string | null;
  /** The columns that hold labels, if options name them. */
  readonly labelColumns: readonly string[];
  /** Paths like `data.text`, which name nested members. */
  readonly paths: readonly string[];
  /** For files with tokens in columns: a column number from 1, or a name from the header. */
  readonly tokenColumn: string | null;
  readonly tagColumn: string | null;
};
