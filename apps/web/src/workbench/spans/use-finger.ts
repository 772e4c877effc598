import { type PointerEvent, useRef, useState } from "react";

export type Tap = { readonly target: EventTarget | null; readonly clientX: number; readonly clientY: number };

/** Tells fingers from other pointers, and hands their taps to the part that selects with them, which is fetched for the first. */
export function useFinger() {
  const [seen, setSeen] = useState(false);
  const isFinger = useRef(false);
  const hear = useRef<((tap: Tap) => void) | null>(null);
  const waiting = useRef<Tap[]>([]);
  return {
    isFinger,
    /** One was on this text. */
    seen,
    onPointerDown: ({ pointerType }: PointerEvent) => {
      isFinger.current = pointerType === "touch";
      if (isFinger.current) setSeen(true);
    },
    onClick: ({ target, clientX, clientY }: Tap) => {
      if (!isFinger.current) return;
      const tap = { target, clientX, clientY };
      if (hear.current === null) waiting.current.push(tap);
      else hear.current(tap);
    },
    /**
     * Null: nobody hears them any more. Told at each drawing: of taps that waited it gets one, for the next goes by what that one
     * did.
     */
    listen: (to: ((tap: Tap) => void) | null) => {
      hear.current = to;
      const tap = to === null ? undefined : waiting.current.shift();
      if (tap !== undefined) to?.(tap);
    },
    forget: () => setSeen(false),
  };
}

export type Finger = ReturnType<typeof useFinger>;
