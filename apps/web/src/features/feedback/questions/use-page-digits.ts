import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { digitOfPress } from "../../../lib/commands/chord.ts";
import { keepsKeys } from "../../../lib/commands/key-owner.ts";
import type { Handles } from "./use-question-focus.ts";

type Target = {
  panel: RefObject<HTMLElement | null>;
  handles: Handles;
  target: () => string | undefined;
  takesDigits: () => boolean;
};

/**
 * A digit typed while the focus is on the page goes to the question that had it last, else to the first
 * (design/keys.md#labeling).
 */
export function usePageDigits(target: Target): void {
  const latest = useRef(target);
  useLayoutEffect(() => {
    latest.current = target;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { panel, handles, target: nameOf, takesDigits } = latest.current;
      const digit = digitOfPress(event);
      const inPanel = event.target instanceof Element && event.target.closest("[data-question]") !== null;
      if (digit === null || event.defaultPrevented || keepsKeys(event.target) || inPanel || panel.current === null)
        return;
      const handle = handles.get(nameOf() ?? "")?.current;
      if (!handle || !takesDigits()) return;
      event.preventDefault();
      handle.focus();
      handle.typeDigit(digit);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
