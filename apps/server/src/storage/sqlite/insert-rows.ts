import { CompiledQuery, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";

export type Value = string | number | null | Uint8Array;

/** Rows per statement: only a few lengths, so that few statements are prepared. */
const LENGTHS = [128, 32, 8, 1] as const;
/** Below the limit of 32,766 parameters per statement. */
const MOST_PARAMETERS = 32_000;

/** The parts of a statement before and after its values: building it in parts takes longer than running it. */
export type Insertion = { readonly head: string; readonly width: number; readonly tail?: string };

const texts = new Map<string, string>();

function statement({ head, width, tail = "" }: Insertion, rows: number): string {
  const id = `${rows} ${head} ${tail}`;
  const known = texts.get(id);
  if (known) return known;
  const row = `(${Array.from({ length: width }, () => "?").join()})`;
  const text = `${head} values ${Array.from({ length: rows }, () => row).join()} ${tail}`;
  texts.set(id, text);
  return text;
}

/** Inserts many rows of the same width. Values are read one by one, to avoid a temporary list for each row. */
export async function insertRows<R>(
  db: Kysely<Tables>,
  insertion: Insertion,
  rows: readonly R[],
  valueAt: (row: R, column: number) => Value | undefined,
): Promise<void> {
  const { width } = insertion;
  let from = 0;
  for (const length of LENGTHS) {
    if (length > 1 && length * width > MOST_PARAMETERS) continue;
    for (; rows.length - from >= length; from += length) {
      const values = new Array<Value>(length * width);
      let at = 0;
      for (const row of rows.slice(from, from + length)) {
        for (let column = 0; column < width; column++) values[at++] = valueAt(row, column) ?? null;
      }
      await db.executeQuery(CompiledQuery.raw(statement(insertion, length), values));
    }
  }
}
