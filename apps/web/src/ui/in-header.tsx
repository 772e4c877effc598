import { type ReactNode, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { createEmitter } from "../lib/emitter.ts";

/**
 * Places in the header for content of the page, in order: the saving indicator, the filters on a phone, the page's own icons.
 */
export const HEADER_SLOTS = ["saving", "filters", "actions"] as const;
type HeaderSlot = (typeof HEADER_SLOTS)[number];

const places = new Map<HeaderSlot, HTMLElement>();
const changed = createEmitter<void>();

/** The ref of a place. The header renders the place, and pages fill it with `InHeader`. */
export function headerSlotRef(slot: HeaderSlot): (element: HTMLElement | null) => void {
  return (element) => {
    if (element === null) places.delete(slot);
    else places.set(slot, element);
    changed.emit();
  };
}

/** Renders its children in the header. Renders nothing if the page has no header. */
export function InHeader({ slot, children }: { slot: HeaderSlot; children: ReactNode }) {
  const place = useSyncExternalStore(changed.on, () => places.get(slot));
  return place === undefined ? null : createPortal(children, place);
}
