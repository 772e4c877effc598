import type { ListSource } from "../../storage/value-sources.ts";
import type { Search } from "../search.ts";
import type { SeqSet } from "../seq-set.ts";
import { createListColumn, type ListCounts } from "./list-column.ts";
import { LIST_STEP, listsOf } from "./lists.ts";

export type TextCount = { readonly text: string; readonly records: number; readonly times: number };

/**
 * The texts in the lists of a set of records, in no order: for each text the number of records with it, and its number of
 * occurrences. The lists are read into memory once, one second per million records. If they do not fit, they are read each
 * time.
 */
export async function countList(search: Search, set: SeqSet, source: ListSource): Promise<TextCount[]> {
  const column = await listsOf(search, source);
  return column ? textCounts(column.count(set)) : countInSteps(search, set, source);
}

function textCounts({ texts, records, times }: ListCounts): TextCount[] {
  const counts: TextCount[] = [];
  for (let index = 0; index < records.length; index++) {
    const count = records[index] ?? 0;
    if (count > 0) counts.push({ text: texts(index), records: count, times: times[index] ?? 0 });
  }
  return counts;
}

async function countInSteps({ db, size }: Search, set: SeqSet, source: ListSource): Promise<TextCount[]> {
  const sums = new Map<string, { text: string; records: number; times: number }>();
  for (let from = 0; from < size; from += LIST_STEP) {
    const column = createListColumn();
    const stretch = { from, to: from + LIST_STEP };
    column.fill(stretch, await db.values.listsInRange(source, stretch));
    for (const { text, records, times } of textCounts(column.count(set))) {
      const sum = sums.get(text) ?? { text, records: 0, times: 0 };
      sums.set(text, sum);
      sum.records += records;
      sum.times += times;
    }
  }
  return [...sums.values()];
}
