import type { StreamPart } from "../store.ts";

/** Parts that have come and were not taken yet, for one who takes them one after the other. */
export function createPartQueue(taken: () => void) {
  const parts: StreamPart[] = [];
  let ended = false;
  let failure: unknown = null;
  let wake = () => {};
  let lastTaken = performance.now();

  return {
    add: (part: StreamPart): void => {
      parts.push(part);
      wake();
    },
    /** Nothing comes any more; what has come is still handed out, unless it failed. */
    end: (error: unknown = null): void => {
      if (ended) return;
      ended = true;
      failure = error;
      wake();
    },
    /** For how long a part has waited for somebody to take it, in milliseconds. */
    waitsFor: (): number => (parts.length === 0 ? 0 : performance.now() - lastTaken),
    async *take(): AsyncGenerator<StreamPart, void> {
      for (;;) {
        if (failure) throw failure;
        const part = parts.shift();
        if (part) {
          lastTaken = performance.now();
          taken();
          yield part;
          lastTaken = performance.now();
        } else if (ended) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}
