import { type RefObject, useLayoutEffect, useRef } from "react";
import type { LabelListHandle } from "./label-list.tsx";

/** Gives an option the focus once the options are drawn: only then may it be on the page. */
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
