/** Ranges of record numbers, and lists in parts: by a number of rows, or by bytes. */

/** From `from` up to, but not including, `to`. */
export type Stretch = { readonly from: number; readonly to: number };

/** The shortest range with all of these. */
export const stretchOf = (seqs: readonly number[]): Stretch => ({ from: Math.min(...seqs), to: Math.max(...seqs) + 1 });

/** Rows per statement: SQLite allows 32,766 parameters, and each new statement shape has to be prepared. */
const ROWS = 100;

/** Calls `handle` for rows, or for keys to look up, a hundred at a time and in order. */
export async function inChunks<T>(
  rows: readonly T[],
  handle: (chunk: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS) await handle(rows.slice(from, from + ROWS));
}

/** Splits records in order into parts of at most `most` bytes for one call or step; a larger record is a part. */
export function* partsBySize<T>(items: readonly T[], bytesOf: (item: T) => number, most: number): Generator<T[]> {
  let part: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const own = bytesOf(item);
    if (part.length > 0 && bytes + own > most) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(item);
    bytes += own;
  }
  if (part.length > 0) yield part;
}
