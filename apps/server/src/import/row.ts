/** Column to value. What CSV holds is text; JSON Lines bring their own types. */
export type Row = { readonly [column: string]: unknown };

/** How a file is read: `guessed`, what a cell looks like; `exact`, as an export wrote it, and lines with their text. */
export type Reading = "guessed" | "exact";

/** A row with the number of its first line (from 1), or why there is none. */
export type ReadRow =
  | { readonly line: number; readonly row: Row; readonly text?: string }
  | { readonly line: number; readonly fault: string };
