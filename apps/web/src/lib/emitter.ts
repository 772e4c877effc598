export type Listener<Event> = (event: Event) => void;

/** Something happens; whoever asked for it is called, in the order they asked. `on` returns the way to stop. */
export function createEmitter<Event>() {
  const listeners = new Set<Listener<Event>>();
  return {
    on(listener: Listener<Event>): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** A listener that is added or removed meanwhile does not count. */
    emit(event: Event): void {
      for (const listener of [...listeners]) listener(event);
    },
  };
}
