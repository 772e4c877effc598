import { countBits, hasBit } from "@postil/domain/queue/bitmap";
import type { Context } from "../../storage/store.ts";
import { taskNumbersAfter } from "../../storage/task-records.ts";
import type { FoundTaskRecords } from "./task-search.ts";

const LEAST_ROWS = 256;
const MOST_ROWS = 8192;

/**
 * The numbers of the first `count` records of a set behind an id, in the order of the ids: goes along their index, of which page
 * after page takes a part, so that to load a whole dataset goes along it once.
 */
export async function numbersAlongIds(
  { db }: Pick<Context, "db">,
  { at, set }: FoundTaskRecords,
  after: string,
  count: number,
): Promise<number[]> {
  const found: number[] = [];
  const matching = countBits(set);
  if (matching === 0) return found;
  // Every so many rows one is met that is in the set.
  const rowsPerMatch = at.size / matching;
  for (let id = after; ; ) {
    const rows = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, Math.ceil((count - found.length) * rowsPerMatch * 1.2)));
    const next = await taskNumbersAfter(db, at.datasetKey, id, rows);
    for (const { seq } of next) {
      if (hasBit(set, seq)) found.push(seq);
      if (found.length === count) return found;
    }
    const last = next.at(-1);
    if (last === undefined || next.length < rows) return found;
    id = last.id;
  }
}
