import type { RecordQueue } from "@postil/domain/queue/queue";
import { criteriaOf } from "@postil/domain/queue/queue-fetch";
import { criteriaKey, type RecordCriteria } from "@postil/domain/search/record-criteria";
import { failureOf } from "../../../lib/api/failure.ts";
import { createEmitter } from "../../../lib/emitter.ts";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import type { QueueCriteria, QueueState } from "./queue-state.ts";

export type QueueStore = ReturnType<typeof createQueueStore>;

/** Holds the state of the page's records, and the signal of the current load. */
export function createQueueStore(first: QueueCriteria) {
  let state: QueueState = {
    asked: criteriaOf(first),
    queue: null,
    apart: null,
    opening: null,
    shift: 0,
    currentId: null,
    loading: true,
    waiting: null,
    failure: null,
    changedElsewhere: new Set(),
  };
  let load = new AbortController();
  const changed = createEmitter<void>();
  return {
    state: () => state,
    onChange: changed.on,
    set(change: Partial<QueueState>): void {
      state = { ...state, ...change };
      changed.emit();
    },
    /** The signal of the current load. It aborts as soon as other records are requested. */
    signal: () => load.signal,
    beginLoad(): AbortSignal {
      load.abort();
      load = new AbortController();
      return load.signal;
    },
    endLoad: () => load.abort(),
  };
}

export type QueueConnection = ReturnType<typeof createQueueConnection>;

/** Runs a waiting step when the connection is back. */
export function createQueueConnection(store: QueueStore, outbox: OutboxService) {
  let onward = () => {};
  return {
    /** Runs `go` now, or as soon as the server can be reached, unless the user has moved elsewhere. */
    whenConnected(go: () => void): void {
      if (outbox.state().online) go();
      else {
        onward = go;
        store.set({ waiting: "connection" });
      }
    },
    /** True if no reply came because the server cannot be reached. */
    cutOff: (failure: unknown) => failureOf(failure)?.status === null && !outbox.state().online,
    /**
     * When the server can be reached again, runs the waiting step, or else calls `idle`. Returns a function that stops this.
     */
    onConnected(idle: () => void): () => void {
      let { online } = outbox.state();
      return outbox.onChange(() => {
        const before = online;
        online = outbox.state().online;
        if (!online || before) return;
        if (store.state().waiting === "connection") onward();
        else idle();
      });
    },
  };
}

/** The client has shown failed requests, and aborts need no message. Other errors are bugs, so they are logged. */
export function logUnlessShown(error: unknown): undefined {
  const calledOff = error instanceof DOMException && error.name === "AbortError";
  if (!calledOff && failureOf(error) === null) console.error("The records could not be shown", error);
}

export type SessionNumbers = ReturnType<typeof sessionNumbers>;

/** By dataset and criteria: the number of each record that was queued. */
type Numbers = Map<string, Map<string, number>>;

const sessions = new WeakMap<OutboxService, Numbers>();

/**
 * The numbers of records in a user's session (design/annotation.md#position). When a queue is loaded again, the server's
 * places no longer count answered records. Known records keep their numbers. The numbers live as long as the outbox.
 */
export function sessionNumbers(outbox: OutboxService, datasetId: string) {
  const all: Numbers = sessions.get(outbox) ?? new Map();
  sessions.set(outbox, all);

  function numbersOf(criteria: RecordCriteria): Map<string, number> {
    const key = `${datasetId}?${criteriaKey(criteria)}`;
    const numbers = all.get(key) ?? new Map();
    all.set(key, numbers);
    return numbers;
  }

  return {
    /** The difference between the numbers and the places in a newly loaded queue. */
    shiftOf(criteria: RecordCriteria, { items }: RecordQueue): number {
      // In a similarity search the place is the number.
      if (criteria.similarity !== null) return 0;
      const numbers = numbersOf(criteria);
      const shifts = items.map(({ record, page }) => (numbers.get(record.id) ?? Number.NaN) - page);
      return Math.max(0, shifts.find(Number.isFinite) ?? 0);
    },
    note(criteria: RecordCriteria, { items }: RecordQueue, shift: number): void {
      const numbers = numbersOf(criteria);
      for (const { record, page } of items) numbers.set(record.id, page + shift);
    },
  };
}
