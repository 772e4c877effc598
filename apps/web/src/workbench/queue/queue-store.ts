import { criteriaOf } from "@postil/domain/queue/queue-criteria";
import { failureOf } from "../../lib/api/failure.ts";
import { createEmitter } from "../../lib/emitter.ts";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";
import type { QueueCriteria, QueueState } from "./queue-state.ts";

export type QueueStore = ReturnType<typeof createQueueStore>;

/** Holds what the page knows of its records, and whether what was asked for them is still wanted. */
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
    /** Of the present load; aborted as soon as other records are asked for. */
    signal: () => load.signal,
    /** Calls off what was asked for until now. */
    beginLoad(): AbortSignal {
      load.abort();
      load = new AbortController();
      return load.signal;
    },
    endLoad: () => load.abort(),
  };
}

export type QueueConnection = ReturnType<typeof createQueueConnection>;

/** What the reader waits for the connection to do. */
export function createQueueConnection(store: QueueStore, outbox: OutboxService) {
  let onward = () => {};
  return {
    /** Goes on now, or by itself as soon as the server can be reached, unless the reader has turned to something else. */
    whenConnected(go: () => void): void {
      if (outbox.state().online) go();
      else {
        onward = go;
        store.set({ waiting: "connection" });
      }
    },
    /** No reply came, and none would. */
    cutOff: (failure: unknown) => failureOf(failure)?.status === null && !outbox.state().online,
    /** Calls back whenever the server can be reached again, once what waited has gone on. Returns the way to stop. */
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

/** The client has shown a request that failed, and nobody misses one that was called off. The rest are mistakes of ours. */
export function logUnlessShown(error: unknown): undefined {
  const calledOff = error instanceof DOMException && error.name === "AbortError";
  if (!calledOff && failureOf(error) === null) console.error("The records could not be shown", error);
}
