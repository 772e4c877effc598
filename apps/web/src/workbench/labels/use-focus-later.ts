import { type RefObject, useLayoutEffect, useRef } from "react";
import type { LabelListHandle } from "./label-list.tsx";

/** Focuses an option after the next render, because it may not exist before. */
export function useFocusLater(list: RefObject<LabelListHandle | null>): (value: string) => void {
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    list.current?.focus(wanted.current);
    wanted.current = null;
  });
  return (value) => {
    wanted.current = value;
  };
}
