import { useSyncExternalStore } from "react";
import { createEmitter } from "../emitter.ts";

/** `waiting`: the server does not know all changes and could not be told. */
export type SyncStatus = "saved" | "saving" | "waiting";

let status: SyncStatus = "saved";
const changed = createEmitter<void>();

export function setSyncStatus(next: SyncStatus): void {
  if (next === status) return;
  status = next;
  changed.emit();
}

/** Tells if the server has the preferences of this browser. */
export const useSyncStatus = (): SyncStatus => useSyncExternalStore(changed.on, () => status);
