import { type ReactNode, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";

/** Places in the header that a page below fills: the saving indicator, and icons of its own (the filters on a phone). */
export type HeaderSlot = "saving" | "actions";

const places = new Map<HeaderSlot, HTMLElement>();
const listeners = new Set<() => void>();

/** The ref of a place; the header renders it, pages fill it with `InHeader`. */
export function headerSlotRef(slot: HeaderSlot): (element: HTMLElement | null) => void {
  return (element) => {
    if (element === null) places.delete(slot);
    else places.set(slot, element);
    for (const listener of [...listeners]) listener();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Renders its children in the header; nowhere when the page has none. */
export function InHeader({ slot, children }: { slot: HeaderSlot; children: ReactNode }) {
  const place = useSyncExternalStore(subscribe, () => places.get(slot));
  return place === undefined ? null : createPortal(children, place);
}
