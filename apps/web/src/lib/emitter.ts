import { useSyncExternalStore } from "react";

type Listener<Event> = (event: Event) => void;

/**
 * Calls its listeners for each event, in the order in which they were added. `on` returns a function that removes the
 * listener.
 */
export function createEmitter<Event>() {
  const listeners = new Set<Listener<Event>>();
  return {
    on(listener: Listener<Event>): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Listeners that are added or removed during the call do not change it. */
    emit(event: Event): void {
      for (const listener of [...listeners]) listener(event);
    },
  };
}

/** A value that one part of the page sets and others show. Setting an equal value calls nobody. */
export function createShared<Value>(initial: Value) {
  let value = initial;
  const changed = createEmitter<void>();
  return {
    get: (): Value => value,
    set(next: Value): void {
      if (Object.is(next, value)) return;
      value = next;
      changed.emit();
    },
    useValue: (): Value => useSyncExternalStore(changed.on, () => value),
  };
}
