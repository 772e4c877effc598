import { useSyncExternalStore } from "react";
import { createEmitter } from "../../../lib/emitter.ts";

let open = false;
const changed = createEmitter<void>();

/** Whether the predictions stand beside the list; kept while the page lives. */
export const usePredictionsOpen = (): boolean => useSyncExternalStore(changed.on, () => open);

export function setPredictionsOpen(next: boolean): void {
  open = next;
  changed.emit();
}
