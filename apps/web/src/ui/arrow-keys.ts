import type { KeyboardEvent } from "react";

const STOPS = "button:not(:disabled), input:not(:disabled)";

/**
 * Up, Down, Home and End go through the controls of a list, one stop in the page's Tab order. Of a virtual list only the rows
 * drawn are reached at once; the next ones are drawn as the focus scrolls.
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

/** From a search box above a list: Down leads into it. */
export function downInto(event: KeyboardEvent<HTMLElement>, list: HTMLElement | null): void {
  if (event.key !== "ArrowDown") return;
  event.preventDefault();
  list?.querySelector<HTMLElement>(STOPS)?.focus();
}
