import { CompiledQuery, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";

export type Value = string | number | null | Uint8Array;

/** Rows per statement: few lengths, so that there are few statements to prepare. */
const LENGTHS = [128, 32, 8, 1] as const;
/** What one statement takes is 32,766. */
const MOST_PARAMETERS = 32_000;

/** A statement up to `values` and from behind them: building it by parts takes longer than running it. */
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

/** Inserts many rows of one width. */
export async function insertRows(
  db: Kysely<Tables>,
  insertion: Insertion,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const { width } = insertion;
  let from = 0;
  for (const length of LENGTHS) {
    if (length > 1 && length * width > MOST_PARAMETERS) continue;
    for (; rows.length - from >= length; from += length) {
      const values: Value[] = [];
      for (let row = from; row < from + length; row++) for (const value of rows[row] ?? []) values.push(value);
      await db.executeQuery(CompiledQuery.raw(statement(insertion, length), values));
    }
  }
}
