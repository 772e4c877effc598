import { criteriaOf } from "@postil/domain/queue/queue-criteria";
import { createEmitter } from "../../lib/emitter.ts";
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
