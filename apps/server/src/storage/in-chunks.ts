/** Rows per statement: SQLite takes 32,766 parameters, and a statement of another shape has to be prepared anew. */
const ROWS = 100;

/** Writes rows a hundred at a time, in order. */
export async function inChunks<T>(rows: readonly T[], write: (chunk: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS) await write(rows.slice(from, from + ROWS));
}
