import { firstOpen, type QueueItem, type RecordQueue, recordsLeft } from "@postil/domain/queue/queue";
import { ADVANCE, type Direction, NEXT, PREVIOUS } from "./directions.ts";
import type { QueueBatches } from "./queue-batches.ts";
import { logUnlessShown, type QueueConnection, type QueueStore } from "./queue-store.ts";

/** What became of a move: the record is on screen; its batch is on the way, or will be; there is none in that direction. */
export type Move = "moved" | "waiting" | "nowhere";

type MovePorts = {
  readonly store: QueueStore;
  readonly batches: QueueBatches;
  readonly connection: QueueConnection;
  /** FQU-16: there is nothing more in this queue. */
  readonly onEnd: () => void;
  /** Loads the queue from its first record on. */
  readonly loadAnew: () => void;
};

/** The ways from one record to another. Among the queued ones they are synchronous. */
export function createQueueMoves({ store, batches, connection, onEnd, loadAnew }: MovePorts) {
  function goTo(item: QueueItem | undefined): Move {
    if (item === undefined) return "nowhere";
    store.set({ currentId: item.record.id, waiting: null, changedElsewhere: new Set() });
    batches.readAhead(item);
    return "moved";
  }

  /** Leaves the current record. Beyond the queued records it asks for more and goes on when they are here. */
  function leave(direction: Direction, atEnd: () => void): Move {
    const { queue, apart, currentId } = store.state();
    if (queue === null) return "nowhere";
    if (currentId === null) return goTo(direction.side === "previous" ? queue.items.at(-1) : undefined);
    if (apart?.record.id === currentId) return leaveApart(direction, queue, atEnd);
    const target = direction.target(queue, currentId);
    return target === undefined ? leaveBeyond(direction, queue, atEnd) : goTo(target);
  }

  /** The queue goes on where it begins. */
  function leaveApart(direction: Direction, queue: RecordQueue, atEnd: () => void): Move {
    if (direction.side === "previous") return "nowhere";
    const next = firstOpen(queue) ?? (direction === NEXT ? queue.items[0] : undefined);
    if (next === undefined) atEnd();
    return goTo(next);
  }

  /** There is no queued record that way. */
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

  /** The record beyond the queued ones; null when nothing more exists. Rejects when it could not be asked for. */
  async function reach({ side, target }: Direction, from: string | null): Promise<QueueItem | null> {
    const found = () => {
      const { queue } = store.state();
      return from === null || queue === null ? undefined : target(queue, from);
    };
    // A batch that was asked for ahead may bring it. If that one fails, it is asked for again, aloud.
    await batches.settled();
    if (found() === undefined) await batches.grow(side, "unreached");
    return found() ?? null;
  }

  /** After an answer: records that were passed over come back, those before the first one too; then the queue is done. */
  function goRound(): void {
    const { queue, currentId, asked } = store.state();
    if (queue === null || goTo(firstOpen(queue, currentId ?? undefined)) === "moved") return;
    const open = queue.items.filter((item) => item.status === queue.viewed).length;
    const more = asked.committed.criteria.similarity === null && recordsLeft(queue) > open;
    if (more) connection.whenConnected(loadAnew);
    else if (open > 0) onEnd();
    // The last one is answered: what stands in its place says so.
    else store.set({ currentId: null, waiting: null });
  }

  return {
    goTo,
    next: () => leave(NEXT, onEnd),
    previous: () => leave(PREVIOUS, () => undefined),
    /** Goes on after an answer, or without one: at the end, records that were passed over come back. */
    advance: () => leave(ADVANCE, goRound),
  };
}
