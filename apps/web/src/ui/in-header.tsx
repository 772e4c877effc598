import { type ReactNode, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { createEmitter } from "../lib/emitter.ts";

/** Places in the header that a page below fills, in their order: the saving indicator, the filters of a phone, icons of its own. */
export const HEADER_SLOTS = ["saving", "filters", "actions"] as const;
export type HeaderSlot = (typeof HEADER_SLOTS)[number];

const places = new Map<HeaderSlot, HTMLElement>();
const changed = createEmitter<void>();

/** The ref of a place; the header renders it, pages fill it with `InHeader`. */
export function headerSlotRef(slot: HeaderSlot): (element: HTMLElement | null) => void {
  return (element) => {
    if (element === null) places.delete(slot);
    else places.set(slot, element);
    changed.emit();
  };
}

/** Renders its children in the header; nowhere when the page has none. */
export function InHeader({ slot, children }: { slot: HeaderSlot; children: ReactNode }) {
  const place = useSyncExternalStore(changed.on, () => places.get(slot));
  return place === undefined ? null : createPortal(children, place);
}
