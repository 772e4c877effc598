import { useSyncExternalStore } from "react";
import { createEmitter } from "../emitter.ts";

let place: HTMLElement | null = null;
const changed = createEmitter<void>();

function set(element: HTMLElement | null): void {
  place = element;
  changed.emit();
}

/**
 * A ref for the element in which a page shows the notice of the last action. There it covers neither text nor buttons
 * (design/shell.md#toasts).
 */
export function placeInFoot(element: HTMLElement | null): () => void {
  set(element);
  return () => {
    if (place === element) set(null);
  };
}

/** The element for the notice of the last action. Null: it shows in a corner, like other notices. */
export function useFootPlace(): HTMLElement | null {
  return useSyncExternalStore(changed.on, () => place);
}
