import { useSyncExternalStore } from "react";
import { createEmitter } from "../emitter.ts";

let place: HTMLElement | null = null;
const changed = createEmitter<void>();

function set(element: HTMLElement | null): void {
  place = element;
  changed.emit();
}

/** A ref: the element in which a page shows what was done last, so that it covers neither text nor buttons (design/shell.md#toasts). */
export function placeInFoot(element: HTMLElement | null): () => void {
  set(element);
  return () => {
    if (place === element) set(null);
  };
}

/** Where what was done last stands on this page; null: in a corner, as all else. */
export function useFootPlace(): HTMLElement | null {
  return useSyncExternalStore(changed.on, () => place);
}
