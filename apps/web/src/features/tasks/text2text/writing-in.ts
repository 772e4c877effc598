import { useSyncExternalStore } from "react";
import { createEmitter } from "../../../lib/emitter.ts";

let writingIn: string | null = null;
const changed = createEmitter<void>();

/** The key of the record whose text is being written; null: none. The buttons below it say so. */
export const useWritingIn = (): string | null => useSyncExternalStore(changed.on, () => writingIn);

export function setWritingIn(key: string | null): void {
  writingIn = key;
  changed.emit();
}
