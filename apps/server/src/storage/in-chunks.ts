/** Rows per statement: SQLite takes 32,766 parameters, and a statement of another shape has to be prepared anew. */
const ROWS = 100;

/** Hands over rows, or what to look for, a hundred at a time, in order. */
export async function inChunks<T>(
  rows: readonly T[],
  handle: (chunk: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS) await handle(rows.slice(from, from + ROWS));
}
