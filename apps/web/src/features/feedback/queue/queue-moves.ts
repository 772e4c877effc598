import { firstOpen, type QueueItem, type RecordQueue, recordsLeft } from "@postil/domain/queue/queue";
import { ADVANCE, type Direction, NEXT, PREVIOUS } from "./directions.ts";
import type { QueueBatches } from "./queue-batches.ts";
import { logUnlessShown, type QueueConnection, type QueueStore } from "./queue-store.ts";

/**
 * The result of a move. moved: the record is on screen. waiting: its batch is loading or will load. nowhere: there is no
 * record in that direction.
 */
export type Move = "moved" | "waiting" | "nowhere";

type MovePorts = {
  readonly store: QueueStore;
  readonly batches: QueueBatches;
  readonly connection: QueueConnection;
  /** FQU-16: called when the queue has no more records. */
  readonly onEnd: () => void;
  /** Loads the queue from its first record. */
  readonly loadAnew: () => void;
};

/** The moves from one record to another. Among queued records they are synchronous. */
export function createQueueMoves({ store, batches, connection, onEnd, loadAnew }: MovePorts) {
  function goTo(item: QueueItem | undefined): Move {
    if (item === undefined) return "nowhere";
    store.set({ currentId: item.record.id, waiting: null, changedElsewhere: new Set() });
    batches.readAhead(item);
    return "moved";
  }

  /** Leaves the current record. Past the last queued record, it loads more and moves when they arrive. */
  function leave(direction: Direction, atEnd: () => void): Move {
    const { queue, apart, currentId } = store.state();
    if (queue === null) return "nowhere";
    if (currentId === null) return goTo(direction.side === "previous" ? queue.items.at(-1) : undefined);
    if (apart?.record.id === currentId) return leaveApart(direction, queue, atEnd);
    const target = direction.target(queue, currentId);
    return target === undefined ? leaveBeyond(direction, queue, atEnd) : goTo(target);
  }

  /** From a record outside the queue, the move leads to the start of the queue. */
  function leaveApart(direction: Direction, queue: RecordQueue, atEnd: () => void): Move {
    if (direction.side === "previous") return "nowhere";
    const next = firstOpen(queue) ?? (direction === NEXT ? queue.items[0] : undefined);
    if (next === undefined) atEnd();
    return goTo(next);
  }

  /** Handles a move when no queued record is in that direction. */
  function leaveBeyond(direction: Direction, queue: RecordQueue, atEnd: () => void): Move {
    const { asked, waiting } = store.state();
    if (direction.side === "previous" && (queue.items[0]?.page ?? 1) === 1) return "nowhere";
    if (asked.committed.criteria.similarity !== null) {
      atEnd();
      return "nowhere";
    }
    if (waiting !== "batch") connection.whenConnected(() => void goPast(direction, atEnd));
    return "waiting";
  }

  async function goPast(direction: Direction, atEnd: () => void): Promise<void> {
    const signal = store.signal();
    const from = store.state().currentId;
    store.set({ waiting: "batch" });
    const target = await reach(direction, from).catch((error: unknown) =>
      connection.cutOff(error) ? "cut off" : logUnlessShown(error),
    );
    const { waiting, currentId } = store.state();
    if (signal.aborted || waiting === null || currentId !== from) return;
    if (target === "cut off") return connection.whenConnected(() => void goPast(direction, atEnd));
    store.set({ waiting: null });
    if (target === null) atEnd();
    else goTo(target);
  }

  /** The record past the queued ones. Null when there is none. Rejects when it could not be loaded. */
  async function reach({ side, target }: Direction, from: string | null): Promise<QueueItem | null> {
    const found = () => {
      const { queue } = store.state();
      return from === null || queue === null ? undefined : target(queue, from);
    };
    // A batch that is already loading may contain it. If that batch fails, it is requested again, and then a failure shows.
    await batches.settled();
    if (found() === undefined) await batches.grow(side, "unreached");
    return found() ?? null;
  }

  /**
   * After an answer: returns to skipped records, also to those before the first queued one. If there are none, the queue is
   * done.
   */
  function goRound(): void {
    const { queue, currentId, asked } = store.state();
    if (queue === null || goTo(firstOpen(queue, currentId ?? undefined)) === "moved") return;
    const open = queue.items.filter((item) => item.status === queue.viewed).length;
    const more = asked.committed.criteria.similarity === null && recordsLeft(queue) > open;
    if (more) connection.whenConnected(loadAnew);
    else if (open > 0) onEnd();
    // The last record is answered. A message replaces it.
    else store.set({ currentId: null, waiting: null });
  }

  return {
    goTo,
    next: () => leave(NEXT, onEnd),
    previous: () => leave(PREVIOUS, () => undefined),
    /** Moves on with or without an answer. At the end it returns to skipped records. */
    advance: () => leave(ADVANCE, goRound),
  };
}
