import type { Kysely } from "kysely";
import type { Stretch } from "../../storage/sqlite/changed-blocks.ts";
import { type Held, readMembers, readTimes, readTimesAfter, readValues } from "../../storage/sqlite/column-values.ts";
import type { Tables } from "../../storage/tables.ts";
import type { ValueSource } from "../../storage/value-source.ts";

/** How far everything has been read: it is read in steps. For times the last of them and its record, else the next record. */
export type Place = readonly [number, number];
export const BEGINNING: Place = [0, -1];

export type Step = { readonly held: Held; readonly next: Place | null };

/** What some `count` records hold after a place, and the place after them; null: there are no more. */
export async function readOn(
  db: Kysely<Tables>,
  source: ValueSource,
  place: Place,
  { count, size }: { readonly count: number; readonly size: number },
): Promise<Step> {
  const { datasetKey, at } = source;
  if (at.table === "record") {
    const held = await readTimesAfter(db, { datasetKey, column: at.column }, place, count);
    const [seq, time] = [held.seqs.at(-1), held.values.at(-1)];
    return { held, next: seq === undefined || held.seqs.length < count ? null : [Number(time), seq] };
  }
  const to = place[0] + count;
  const held = await readStretch(db, source, { from: place[0], to });
  return { held, next: to < size ? [to, -1] : null };
}

/** What the records of a stretch hold now. */
export async function readStretch(
  db: Kysely<Tables>,
  { datasetKey, at, kind }: ValueSource,
  stretch: Stretch,
): Promise<Held> {
  switch (at.table) {
    case "record":
      return readTimes(db, { datasetKey, column: at.column }, stretch);
    case "filter_value":
      return readValues(db, { datasetKey, target: at.target }, stretch);
    case "documents":
      return readMembers(db, { datasetKey, path: at.path, kind }, stretch);
    default:
      throw new Error(`There is no column of values from '${at.table}'.`);
  }
}
