import { neighbour, nextOpen, type QueueItem, type RecordQueue } from "@postil/domain/queue/queue";
import type { QueueCriteria } from "./queue-state.ts";

export type Side = "next" | "previous";
/** A way to leave a record: where to among the queued ones, and at which end more are fetched. */
export type Direction = {
  readonly side: Side;
  readonly target: (queue: RecordQueue, recordId: string) => QueueItem | undefined;
};
export const NEXT: Direction = { side: "next", target: (queue, recordId) => neighbour(queue, recordId, 1) };
export const PREVIOUS: Direction = { side: "previous", target: (queue, recordId) => neighbour(queue, recordId, -1) };
export const ADVANCE: Direction = { side: "next", target: nextOpen };

/** Whether there is a page of the bulk view in a direction; similar records are one page. */
export function hasPage(queue: RecordQueue, { criteria }: QueueCriteria, direction: 1 | -1): boolean {
  if (criteria.similarity !== null) return false;
  return direction === 1 ? !queue.end : (queue.items[0]?.page ?? 1) > 1;
}
