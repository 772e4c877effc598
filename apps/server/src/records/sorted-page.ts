import { countBits, hasBit } from "@postil/domain/queue/bitmap";
import type { ValueRow } from "../storage/engine-values.ts";
import { type Comparable, compareByColumns, firstPlaces } from "./columns/keep-by-columns.ts";
import type { SortKey } from "./registry.ts";
import type { Search } from "./search.ts";
import { addTo, emptySet, membersOf, type SeqSet, setOf } from "./seq-set.ts";

/**
 * The first `count` records of a set, sorted by the keys. Records without a value come last. Of several values the smallest
 * counts in ascending order, and the greatest in descending order. Ties are sorted by creation.
 */
export async function firstSorted(
  search: Search,
  set: SeqSet,
  keys: readonly SortKey[],
  count: number,
): Promise<number[]> {
  const [key, ...rest] = keys;
  if (!key) return membersOf(set).slice(0, count);
  const size = countBits(set);
  if (size === 0 || count <= 0) return [];
  // Reading along the index finds a member every size / members rows; sorting has to read all members.
  const rowsAlong = (count * search.size) / size;
  const isWalked = key.source.ordered && size >= rowsAlong && (rest.length === 0 || count <= MOST_EQUAL);
  const most = size / ROW;
  const first = isWalked && rowsAlong < most / 4 ? await walk(search, set, key, rest, { count, most }) : null;
  const found =
    first ??
    (await firstByColumns(search, set, keys, count)) ??
    (await firstByColumnsAndLast(search, set, keys, count));
  if (found) return found;
  const along = { count, most: Number.POSITIVE_INFINITY };
  const walked = isWalked ? await walk(search, set, key, rest, along) : null;
  return walked ?? (await sortByValues(search, membersOf(set), keys)).slice(0, count);
}

async function firstByColumns(
  search: Search,
  set: SeqSet,
  keys: readonly SortKey[],
  count: number,
): Promise<number[] | null> {
  const records = await compareByColumns(search, set, keys);
  return records && firstPlaces(records, count).map((place) => records.seqs[place] ?? 0);
}

/**
 * The same if the last of several keys is not in memory, as for ids: it only decides ties. The last key is looked up for the
 * records that come first in any case. Among the records that are equal to the last of these, the first ones by that key are
 * found separately.
 */
async function firstByColumnsAndLast(
  search: Search,
  set: SeqSet,
  keys: readonly SortKey[],
  count: number,
): Promise<number[] | null> {
  const last = keys.at(-1);
  const records = last && keys.length > 1 ? await compareByColumns(search, set, keys.slice(0, -1)) : null;
  if (!last || !records) return null;
  const { seqs, compare } = records;
  const first = firstPlaces(records, count);
  const end = first.at(-1) ?? 0;
  const sure = first.filter((place) => compare(place, end) < 0);
  const places = await placesBy(
    search,
    last,
    sure.map((place) => seqs[place] ?? 0),
  );
  const placeOf = (place: number) => places[seqs[place] ?? 0] ?? LAST;
  sure.sort((a, b) => compare(a, b) || placeOf(a) - placeOf(b) || a - b);
  const equal = equalTo(search, records, end);
  const left = count - sure.length;
  const rest =
    countBits(equal) <= FEW_EQUAL
      ? (await sortByValues(search, membersOf(equal), [last])).slice(0, left)
      : await firstSorted(search, equal, [last], left);
  return [...sure.map((place) => seqs[place] ?? 0), ...rest];
}

/** Maximum number of lookups: equal records may all be together at the end of an index. */
const FEW_EQUAL = 8192;

/** The records with the same keys as the one at a position. */
function equalTo({ size }: Search, { seqs, compare }: Comparable, place: number): SeqSet {
  const equal = emptySet(size);
  for (let other = 0; other < seqs.length; other++) if (compare(other, place) === 0) addTo(equal, seqs[other] ?? 0);
  return equal;
}

/** A row of the index costs about as much as this many members in memory. */
const ROW = 200;

async function sortByValues(search: Search, seqs: number[], keys: readonly SortKey[]): Promise<number[]> {
  const columns: Int32Array[] = [];
  for (const key of keys) columns.push(await placesBy(search, key, seqs));
  return seqs.sort((a, b) => {
    for (const places of columns) {
      const order = (places[a] ?? LAST) - (places[b] ?? LAST);
      if (order !== 0) return order;
    }
    return a - b;
  });
}

/** The place of a record without a value. */
const LAST = 2 ** 31 - 1;

/** The position of each record in the order of a key; equal records have the same position. */
async function placesBy({ db, size }: Search, key: SortKey, seqs: readonly number[]): Promise<Int32Array> {
  const many = seqs.length * LOOK_UP > size && key.source.ordered;
  const places = new Int32Array(size).fill(LAST);
  for (const [place, equal] of (await db.values.recordsInOrder(key, many ? null : seqs)).entries()) {
    // If a record has several values, the first one in sort order counts.
    for (const seq of equal) places[seq] = Math.min(places[seq] ?? LAST, place);
  }
  return places;
}

/** Looking up one record costs about as much as reading this many rows along an index. */
const LOOK_UP = 8;

/** If more records than this are equal by the first key, all records are sorted at once. */
const MOST_EQUAL = 8192;

/**
 * Reads along the index of the first key, and sorts equal records by the other keys. Null if too many are equal, or if it
 * would take more than `most` rows.
 */
async function walk(
  search: Search,
  set: SeqSet,
  key: SortKey,
  rest: readonly SortKey[],
  { count, most }: { readonly count: number; readonly most: number },
): Promise<number[] | null> {
  let rows = 0;
  const sorted: number[] = [];
  const left = set.slice();
  let equals: number[] = [];
  let last: ValueRow["value"] | null = null;
  const take = async () => {
    const some =
      rest.length > 0 ? await firstSorted(search, setOf(search.size, equals), rest, count - sorted.length) : equals;
    sorted.push(...some.slice(0, count - sorted.length));
    equals = [];
  };
  for await (const { value, seq } of search.db.values.rowsInOrder(
    key,
    chunkFor((count * search.size) / countBits(set)),
  )) {
    if (++rows > most) return null;
    if (value !== last) await take();
    // Without further keys the rows are already in final order.
    if (sorted.length >= count || (rest.length === 0 && sorted.length + equals.length >= count)) break;
    last = value;
    if (!hasBit(left, seq)) continue; // not in the set, or already found by an earlier value
    left[seq >> 5] = (left[seq >> 5] ?? 0) & ~(1 << (seq & 31));
    equals.push(seq);
    if (rest.length > 0 && equals.length > MOST_EQUAL) return null;
  }
  await take();
  if (sorted.length < count) sorted.push(...(await firstSorted(search, left, rest, count - sorted.length)));
  return sorted;
}

const LEAST_CHUNK = 64;
const MOST_CHUNK = 4096;

/** `expected`: the number of rows that are probably needed. */
const chunkFor = (expected: number): number => Math.min(MOST_CHUNK, Math.max(LEAST_CHUNK, Math.ceil(expected * 1.5)));
