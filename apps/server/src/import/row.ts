/** Column to value. What CSV holds is text; JSON Lines bring their own types. */
export type Row = { readonly [column: string]: unknown };

/** A row with the number of its first line (from 1), or why there is none. */
export type ReadRow = { readonly line: number; readonly row: Row } | { readonly line: number; readonly fault: string };
