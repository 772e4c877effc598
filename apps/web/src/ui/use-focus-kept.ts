import { type RefObject, useEffect, useRef } from "react";

/** A control that takes its entry away goes with it; who pressed it by the keyboard goes on with the first control that is left. */
export function useFocusKept(list: RefObject<HTMLElement | null>, count: number, onNone?: () => void): void {
  const before = useRef(count);
  useEffect(() => {
    const fewer = count < before.current;
    before.current = count;
    if (!fewer || document.activeElement !== document.body) return;
    if (count === 0) onNone?.();
    else list.current?.querySelector("button")?.focus();
  }, [list, count, onNone]);
}
