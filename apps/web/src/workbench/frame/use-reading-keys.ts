import { type RefObject, useEffect } from "react";
import { answersItself, isTextEditor, keepsKeys } from "../../lib/commands/key-owner.ts";

/** Marks the element that scrolls the text: the record's sheet, or the list of records. */
export const READING = "data-reading";

/** Share of a page that stays visible after a turn, so that the reader finds the line. */
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
 * The browser's scroll keys scroll the text, wherever the focus is (design/keys.md#labeling). The focus starts in a question,
 * and without this the keys would scroll the questions. A control with its own use for a key keeps it, and so does a focused
 * scroll area.
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

/**
 * True if no other code uses the press. In a one-line input the Page keys scroll the text too, because they do nothing there.
 */
function isFree(event: KeyboardEvent): boolean {
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey || answersItself(event.target, event))
    return false;
  if (!keepsKeys(event.target)) return true;
  const line = isTextEditor(event.target) && event.target instanceof HTMLInputElement;
  return line && event.key.startsWith("Page") && event.target.closest("[data-question]") !== null;
}

/**
 * False if a focused scroll area handles the keys itself, such as the guidelines or a drawer. The columns of the panes cannot
 * have the focus.
 */
function reaches(target: EventTarget | null, text: Element, panes: Element | null): boolean {
  if (!(target instanceof Element)) return true;
  const own = target.closest("[tabindex='0']:not(button, a, input)");
  return own === null || own.contains(text) || text.contains(own) || !panes?.contains(own) || scrollerOf(own) !== own;
}

/** The element, or its nearest ancestor, that can scroll. */
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
