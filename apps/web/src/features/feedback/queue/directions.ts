import { neighbour, nextOpen, type QueueItem, type RecordQueue } from "@postil/domain/queue/queue";
import type { QueueCriteria } from "./queue-state.ts";

export type Side = "next" | "previous";
/** A direction to leave a record: finds its target in the queue. `side` is the end at which more records are loaded. */
export type Direction = {
  readonly side: Side;
  readonly target: (queue: RecordQueue, recordId: string) => QueueItem | undefined;
};
export const NEXT: Direction = { side: "next", target: (queue, recordId) => neighbour(queue, recordId, 1) };
export const PREVIOUS: Direction = { side: "previous", target: (queue, recordId) => neighbour(queue, recordId, -1) };
export const ADVANCE: Direction = { side: "next", target: nextOpen };

/** True if the bulk view has a page in this direction. Results of a similarity search are one page. */
export function hasPage(queue: RecordQueue, { criteria }: QueueCriteria, direction: 1 | -1): boolean {
  if (criteria.similarity !== null) return false;
  return direction === 1 ? !queue.end : (queue.items[0]?.page ?? 1) > 1;
}
