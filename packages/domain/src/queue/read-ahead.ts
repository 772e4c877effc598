import type { QueueItem, RecordQueue } from "./queue.ts";

/** Records that are there ahead of the reader: what they can go on with while the server does not answer (FQU-27). */
export const READ_AHEAD = 50;

/** Of these so many whatever they hold, so that nobody waits for the next one (FQU-15). */
export const ALWAYS_AHEAD = 5;

/** Millions of letters that the records ahead may hold, by the reader's setting; 0: no more than the next few. */
export const MOST_AHEAD = { min: 0, max: 50, step: 1 } as const;

/** Whether more is to be fetched behind what is there. `letters` is what it holds, `most` of `MOST_AHEAD`. */
export function wantsMoreAhead(records: number, letters: () => number, most: number): boolean {
  return records <= ALWAYS_AHEAD || (records < READ_AHEAD && letters() < most * 1_000_000);
}

/** FQU-15 FQU-27; in focus view only, bulk view shows one page at a time. */
export function wantsMore(queue: RecordQueue, page: number, most: number): boolean {
  if (queue.end) return false;
  const ahead = queue.items.filter((item) => item.page > page);
  return wantsMoreAhead(ahead.length, () => ahead.reduce((sum, { record }) => sum + lettersOf(record), 0), most);
}

/** The records that the reader has before them beyond the one at `page`. */
export function openAhead(queue: RecordQueue, page: number): number {
  const isAhead = (item: QueueItem) => item.page > page && item.status === queue.viewed;
  return queue.items.filter(isAhead).length;
}

const counted = new WeakMap<object, number>();

/** Counted once for each record: it is asked for with every move. */
function lettersOf(record: object): number {
  const letters = counted.get(record) ?? lettersIn(record);
  counted.set(record, letters);
  return letters;
}

/** UTF-16 code units of all texts in a value, however deep; names of members count too. */
export function lettersIn(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + lettersIn(item), 0);
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, item]) => sum + name.length + lettersIn(item), 0);
}
