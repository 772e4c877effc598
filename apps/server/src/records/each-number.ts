import type { ValueSource } from "../storage/value-sources.ts";
import { columnOf } from "./columns/columns.ts";
import type { Search } from "./search.ts";
import { membersOf, type SeqSet } from "./seq-set.ts";

/** Visits every number of a set of records, in no order. `records` is how many have it, if numbers are already grouped. */
export async function eachNumber(
  search: Search,
  set: SeqSet,
  source: ValueSource,
  visit: (number: number, records: number) => void,
): Promise<void> {
  const column = await columnOf(search, source);
  if (column) return column.each(set, (number) => visit(number, 1));
  for (const { value, count } of await search.db.values.counts(source, membersOf(set))) visit(Number(value), count);
}
