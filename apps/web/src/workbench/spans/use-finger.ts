import { type PointerEvent, useRef, useState } from "react";

export type Tap = { readonly target: EventTarget | null; readonly clientX: number; readonly clientY: number };

/**
 * Separates fingers from other pointers, and passes their taps to the touch selection, which is loaded with the first touch.
 */
export function useFinger() {
  const [seen, setSeen] = useState(false);
  const isFinger = useRef(false);
  const hear = useRef<((tap: Tap) => void) | null>(null);
  const waiting = useRef<Tap[]>([]);
  return {
    isFinger,
    /** True if a finger has touched this text. */
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
     * Sets the listener of taps; null removes it. Called at each render. It passes on only one waiting tap, because the next
     * tap depends on its result.
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
