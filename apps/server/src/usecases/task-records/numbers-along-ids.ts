import { countBits, hasBit } from "@postil/domain/queue/bitmap";
import type { Context } from "../../storage/store.ts";
import { taskNumbersAlong } from "../../storage/task-records.ts";
import type { FoundTaskRecords } from "./task-search.ts";

const LEAST_ROWS = 256;
const MOST_ROWS = 8192;

/** Behind an id, null: from the beginning; or from the last id to the first. */
type Along = { readonly after: string | null; readonly descending?: boolean };

/** Greater than every id, which has 512 bytes at most. */
const BEHIND_ALL = "\u{10ffff}".repeat(129);

/**
 * The numbers of the first `count` records of a set in the order of the ids: goes along their index, of which page after page takes a
 * part, so that to load a whole dataset goes along it once.
 */
export async function numbersAlongIds(
  { db }: Pick<Context, "db">,
  { at, set }: FoundTaskRecords,
  { after, descending = false }: Along,
  count: number,
): Promise<number[]> {
  const found: number[] = [];
  const matching = countBits(set);
  if (matching === 0) return found;
  // Every so many rows one is met that is in the set.
  const rowsPerMatch = at.size / matching;
  for (let id = after ?? (descending ? BEHIND_ALL : ""); ; ) {
    const rows = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, Math.ceil((count - found.length) * rowsPerMatch * 1.2)));
    const next = await taskNumbersAlong(db, at.datasetKey, { id, descending }, rows);
    for (const { seq } of next) {
      if (hasBit(set, seq)) found.push(seq);
      if (found.length === count) return found;
    }
    const last = next.at(-1);
    if (last === undefined || next.length < rows) return found;
    id = last.id;
  }
}
