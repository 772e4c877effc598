/** Rows per statement: SQLite allows 32,766 parameters, and each new statement shape has to be prepared. */
const ROWS = 100;

/** Calls `handle` for rows, or for keys to look up, a hundred at a time and in order. */
export async function inChunks<T>(
  rows: readonly T[],
  handle: (chunk: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS) await handle(rows.slice(from, from + ROWS));
}
