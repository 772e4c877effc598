import type { KeyboardEvent } from "react";

const STOPS = "button:not(:disabled), input:not(:disabled)";

/**
 * Up, Down, Home and End move through the controls of a list, which is one tab stop of the page. In a virtual list only the
 * rendered rows are reachable. The next rows render as the focus scrolls.
 */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)];
  const here = stops.findIndex((stop) => stop.matches(":focus"));
  const to = placeAfter(event.key, here, stops.length);
  const stop = to === null ? undefined : stops[to];
  if (stop === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  stop.focus();
}

function placeAfter(key: string, here: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return Math.min(here + 1, count - 1);
    case "ArrowUp":
      return Math.max(here - 1, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** In a search box above a list, Down moves into the list. */
export function downInto(event: KeyboardEvent<HTMLElement>, list: HTMLElement | null): void {
  if (event.key !== "ArrowDown") return;
  event.preventDefault();
  list?.querySelector<HTMLElement>(STOPS)?.focus();
}
