import { useSyncExternalStore } from "react";
import { createEmitter } from "./emitter.ts";

/** State of the line under the header: nothing runs, something loads, or the last request failed (API-08). */
type ProgressState = "idle" | "running" | "failed";

/** How long the line stays red, ms (design/shell.md#header). */
const FAILURE_SHOWN = 1000;

let running = 0;
let failedUntil: number | undefined;
const changed = createEmitter<void>();

/** Shows the progress line while a page-level request runs, and its failure for a second. Returns the same promise. */
export function trackRequest<Value>(request: Promise<Value>): Promise<Value> {
  running += 1;
  changed.emit();
  request.then(
    () => end(false),
    () => end(true),
  );
  return request;
}

export function useProgressState(): ProgressState {
  return useSyncExternalStore(changed.on, () =>
    failedUntil !== undefined ? "failed" : running > 0 ? "running" : "idle",
  );
}

function end(failed: boolean): void {
  running -= 1;
  if (failed) {
    window.clearTimeout(failedUntil);
    failedUntil = window.setTimeout(() => {
      failedUntil = undefined;
      changed.emit();
    }, FAILURE_SHOWN);
  }
  changed.emit();
}
