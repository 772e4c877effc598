import { CompiledQuery, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";

type Value = string | number | null | Uint8Array;

/** Rows per statement: few lengths, so that there are few statements to prepare. */
const LENGTHS = [128, 32, 8, 1] as const;
/** What one statement takes is 32,766. */
const MOST_PARAMETERS = 32_000;

const texts = new Map<string, string>();

function statement(head: string, width: number, rows: number): string {
  const id = `${rows} ${head}`;
  const known = texts.get(id);
  if (known) return known;
  const row = `(${Array.from({ length: width }, () => "?").join()})`;
  const text = `${head} values ${Array.from({ length: rows }, () => row).join()}`;
  texts.set(id, text);
  return text;
}

/** Inserts many rows of one width. `head` is the statement up to `values`: building it by parts takes longer than running it. */
export async function insertRows(
  db: Kysely<Tables>,
  head: string,
  width: number,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  let from = 0;
  for (const length of LENGTHS) {
    if (length > 1 && length * width > MOST_PARAMETERS) continue;
    for (; rows.length - from >= length; from += length) {
      const values: Value[] = [];
      for (let row = from; row < from + length; row++) for (const value of rows[row] ?? []) values.push(value);
      await db.executeQuery(CompiledQuery.raw(statement(head, width, length), values));
    }
  }
}
