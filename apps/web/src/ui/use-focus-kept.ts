import { type RefObject, useEffect, useRef } from "react";

/** When a control removes its own entry, it loses the focus. The focus then moves to the first remaining button. */
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
