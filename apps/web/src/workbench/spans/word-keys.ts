import type { Stretch } from "@postil/domain/spans/span";
import type { SpanUnits } from "@postil/domain/spans/span-units";
import { boxesOf } from "./text-places.ts";

/** A key of the word mode. `step`: in the order of the text, whichever way it is written. */
export type WordKey =
  | { readonly type: "unit" | "character" | "span"; readonly step: 1 | -1; readonly extend: boolean }
  | { readonly type: "line" | "lineEnd"; readonly step: 1 | -1; readonly extend: boolean }
  | { readonly type: "mark" | "open" | "remove" | "escape" };

const VERTICAL: { readonly [key: string]: 1 | -1 } = { ArrowDown: 1, ArrowUp: -1 };
const ENDS: { readonly [key: string]: 1 | -1 } = { End: 1, Home: -1 };
const OTHER: { readonly [key: string]: "mark" | "open" | "remove" | "escape" } = {
  " ": "mark",
  Enter: "open",
  Delete: "remove",
  Backspace: "remove",
  Escape: "escape",
};

/** What a press asks for; null for a key that is not the text's, such as Ctrl with an arrow. */
export function wordKeyOf(event: KeyboardEvent, backwards: boolean): WordKey | null {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey) return null;
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const step = (key === "ArrowRight") !== backwards ? 1 : -1;
    if (!altKey) return { type: "unit", step, extend: shiftKey };
    return shiftKey ? { type: "character", step, extend: true } : null;
  }
  if (altKey) return null;
  if (key === "Tab") return { type: "span", step: shiftKey ? -1 : 1, extend: false };
  const [line, end, other] = [VERTICAL[key], ENDS[key], OTHER[key]];
  if (line !== undefined) return { type: "line", step: line, extend: shiftKey };
  if (end !== undefined) return { type: "lineEnd", step: end, extend: shiftKey };
  return other === undefined || (shiftKey && other !== "escape") ? null : { type: other };
}

type Lines = { readonly root: Element; readonly units: SpanUnits };

const isBeside = (one: DOMRect, other: DOMRect) => one.top < other.bottom && other.top < one.bottom;

/** The first or last unit of the line a unit stands on. */
export function lineEnd({ root, units }: Lines, from: number, step: 1 | -1): number {
  const box = (unit: Stretch | undefined) => unit && boxesOf(root, units.points, unit).at(step === 1 ? -1 : 0);
  const here = box(units.units[from]);
  let found = from;
  for (let next = from + step; here !== undefined; next += step) {
    const beside = box(units.units[next]);
    if (beside === undefined || !isBeside(beside, here)) return found;
    found = next;
  }
  return found;
}

/** The unit of the next line that is nearest to `x`; the same one on the last. */
export function lineBeside(lines: Lines, from: number, step: 1 | -1, x: number): number {
  const { root, units } = lines;
  const first = lineEnd(lines, from, step) + step;
  const box = (unit: Stretch | undefined) => unit && boxesOf(root, units.points, unit).at(step === 1 ? 0 : -1);
  const line = box(units.units[first]);
  let [found, distance] = [from, Number.POSITIVE_INFINITY];
  for (let next = first; line !== undefined; next += step) {
    const here = box(units.units[next]);
    if (here === undefined || !isBeside(here, line)) return found;
    const away = x < here.left ? here.left - x : Math.max(0, x - here.right);
    if (away < distance) [found, distance] = [next, away];
  }
  return found;
}

/** The middle of a unit, for going up and down straight. */
export function middleOf({ root, units }: Lines, unit: number): number {
  const at = units.units[unit];
  const box = at && boxesOf(root, units.points, at)[0];
  return box === undefined ? 0 : (box.left + box.right) / 2;
}
