import { type RefObject, useEffect } from "react";
import { answersItself, isTextEditor, keepsKeys } from "../../lib/commands/key-owner.ts";

/** Marks what scrolls the text: the record's sheet, the list of records. */
export const READING = "data-reading";

/** Of a page that stays in view when one turns it, so that the eye finds its line. */
const KEPT = 0.1;

type Turn = "page" | "back" | "top" | "end";
const TURNS: { readonly [key: string]: Turn } = {
  PageDown: "page",
  PageUp: "back",
  " ": "page",
  Home: "top",
  End: "end",
};

/**
 * The keys that a browser scrolls by reach the text from wherever the focus is (design/keys.md#labeling): it begins in a
 * question, whose column they would scroll instead. A control that means something else by them keeps them, and so does what
 * scrolls by itself and holds the focus.
 */
export function useReadingKeys(panes: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const turn = TURNS[event.key];
      if (turn === undefined || event.defaultPrevented || !isFree(event)) return;
      const text = scrollerOf(panes.current?.querySelector(`[${READING}]`) ?? null);
      if (text === null || !reaches(event.target, text, panes.current)) return;
      event.preventDefault();
      scroll(text, turn);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [panes]);
}

/** Nobody else means something by the press. In a line of text the pages turn all the same: they do nothing there. */
function isFree(event: KeyboardEvent): boolean {
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey || answersItself(event.target, event))
    return false;
  if (!keepsKeys(event.target)) return true;
  const line = isTextEditor(event.target) && event.target instanceof HTMLInputElement;
  return line && event.key.startsWith("Page") && event.target.closest("[data-question]") !== null;
}

/** Not what holds the focus and scrolls: the guidelines, a drawer. The columns of the panes themselves hold no focus of their own. */
function reaches(target: EventTarget | null, text: Element, panes: Element | null): boolean {
  if (!(target instanceof Element)) return true;
  const own = target.closest("[tabindex='0']:not(button, a, input)");
  return own === null || own.contains(text) || text.contains(own) || !panes?.contains(own) || scrollerOf(own) !== own;
}

/** The element itself or the nearest one around it that has something to scroll. */
function scrollerOf(element: Element | null): Element | null {
  for (let at = element; at !== null && at !== document.documentElement; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return null;
}

function scroll(text: Element, turn: Turn): void {
  const behavior = "instant";
  const step = text.clientHeight * (1 - KEPT);
  if (turn === "top") text.scrollTo({ top: 0, behavior });
  else if (turn === "end") text.scrollTo({ top: text.scrollHeight, behavior });
  else text.scrollBy({ top: turn === "page" ? step : -step, behavior });
}
