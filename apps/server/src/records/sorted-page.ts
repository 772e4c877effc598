import { countBits, hasBit } from "@postil/domain/queue/bitmap";
import type { ValueRow } from "../storage/engine-values.ts";
import { firstInOrder, type Order, orderByColumns } from "./columns/keep-by-columns.ts";
import type { SortKey } from "./registry.ts";
import type { Search } from "./search.ts";
import { addTo, eachMember, emptySet, membersOf, type SeqSet, setOf } from "./seq-set.ts";

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
  const order = await orderByColumns(search, keys);
  return order && firstInOrder(set, order, count);
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
  const order = last && keys.length > 1 ? await orderByColumns(search, keys.slice(0, -1)) : null;
  if (!last || !order) return null;
  const first = firstInOrder(set, order, count);
  const end = first.at(-1) ?? 0;
  const sure = first.filter((seq) => order(seq, end) < 0);
  // Columns may change while something is awaited, so they are compared before that.
  const equal = equalTo(search, set, order, end);
  const groups = new Map<number, number>();
  for (const [at, seq] of sure.entries()) {
    const before = sure[at - 1];
    groups.set(seq, before !== undefined && order(before, seq) === 0 ? (groups.get(before) ?? at) : at);
  }
  const places = await placesBy(search, last, sure);
  const groupOf = (seq: number) => groups.get(seq) ?? 0;
  const placeOf = (seq: number) => places[seq] ?? LAST;
  sure.sort((a, b) => groupOf(a) - groupOf(b) || placeOf(a) - placeOf(b) || a - b);
  const left = count - sure.length;
  const rest =
    countBits(equal) <= FEW_EQUAL
      ? (await sortByValues(search, membersOf(equal), [last])).slice(0, left)
      : await firstSorted(search, equal, [last], left);
  return [...sure, ...rest];
}

/** Maximum number of lookups: equal records may all be together at the end of an index. */
const FEW_EQUAL = 8192;

/** The records of a set with the same keys as this one. */
function equalTo({ size }: Search, set: SeqSet, order: Order, seq: number): SeqSet {
  const equal = emptySet(size);
  eachMember(set, (other) => {
    if (order(other, seq) === 0) addTo(equal, other);
  });
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
