import type { QueueItem, RecordQueue } from "./queue.ts";

/** Number of records to load ahead: the reader can continue with them while the server does not answer (FQU-27). */
export const READ_AHEAD = 50;

/** Number of them that are always loaded, however large they are, so that the next record shows at once (FQU-15). */
export const ALWAYS_AHEAD = 5;

/** `letters` counts the letters of the records ahead; `most` is a value of `MOST_AHEAD`. */
export function wantsMoreAhead(records: number, letters: () => number, most: number): boolean {
  return records <= ALWAYS_AHEAD || (records < READ_AHEAD && letters() < most * 1_000_000);
}

/** True if more records should be fetched (FQU-15, FQU-27). For focus view only: bulk view shows one page at a time. */
export function wantsMore(queue: RecordQueue, page: number, most: number): boolean {
  if (queue.end) return false;
  const ahead = queue.items.filter((item) => item.page > page);
  return wantsMoreAhead(ahead.length, () => ahead.reduce((sum, { record }) => sum + lettersOf(record), 0), most);
}

/** Number of queued records after `page` that are still in the viewed status. */
export function openAhead(queue: RecordQueue, page: number): number {
  const isAhead = (item: QueueItem) => item.page > page && item.status === queue.viewed;
  return queue.items.filter(isAhead).length;
}

const counted = new WeakMap<object, number>();

/** Cached for each record, because every move asks for it. */
function lettersOf(record: object): number {
  const letters = counted.get(record) ?? lettersIn(record);
  counted.set(record, letters);
  return letters;
}

/** UTF-16 code units of all texts in a value, at any depth; the names of members count too. */
export function lettersIn(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + lettersIn(item), 0);
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, item]) => sum + name.length + lettersIn(item), 0);
}
