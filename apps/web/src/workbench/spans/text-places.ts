import type { Stretch } from "@postil/domain/spans/span";
import type { CodePoints, SpanUnits } from "@postil/domain/spans/span-units";
import { type RefObject, useLayoutEffect } from "react";
import { lineBoxes } from "../../ui/line-boxes.ts";

/** Attribute of every element that holds only a part of the text: the code point at which that part begins. */
export const AT = "data-at";

/**
 * The code point at a position of the document. A position before the text gives its beginning, one after it gives its end.
 * Null if the content is not the record's text, because a translator or an extension changed it.
 */
export function placeOf(root: Element, points: CodePoints, node: Node, offset: number): number | null {
  const leaf = node instanceof Text && root.contains(node) ? node.parentElement?.closest(`[${AT}]`) : null;
  if (leaf) {
    const start = points.toUnits(Number(leaf.getAttribute(AT)));
    const isOwn = leaf.textContent === node.textContent && points.text.startsWith(leaf.textContent, start);
    return isOwn ? points.toPoints(start + offset) : null;
  }
  const range = document.createRange();
  range.selectNodeContents(root);
  const side = range.comparePoint(node, offset);
  if (side !== 0) return side < 0 ? 0 : points.length;
  range.setEnd(node, offset);
  const before = range.toString();
  return points.text.startsWith(before) ? points.toPoints(before.length) : null;
}

/** The document position of a code point. `end`: between two parts, it is the end of the first. */
function positionOf(root: Element, points: CodePoints, place: number, end: boolean): readonly [Node, number] | null {
  const leaves = root.querySelectorAll(`[${AT}]`);
  const startOf = (index: number) => Number(leaves[index]?.getAttribute(AT));
  let [low, high] = [0, leaves.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (end ? startOf(middle) < place : startOf(middle) <= place) low = middle;
    else high = middle - 1;
  }
  const node = leaves[low]?.firstChild;
  const offset = points.toUnits(place) - points.toUnits(startOf(low));
  return node instanceof Text && offset <= node.length ? [node, offset] : null;
}

export function rangeOf(root: Element, points: CodePoints, { start, end }: Stretch): Range | null {
  const from = positionOf(root, points, start, false);
  const to = positionOf(root, points, end, true);
  if (from === null || to === null) return null;
  const range = document.createRange();
  range.setStart(...from);
  range.setEnd(...to);
  return range;
}

/** The boxes of a stretch on screen, one for each line. */
export function boxesOf(root: Element, points: CodePoints, stretch: Stretch): readonly DOMRect[] {
  const range = rangeOf(root, points, stretch);
  return range === null ? [] : lineBoxes(range);
}

/** The code point nearest to a point of the window. Null where there is no text. */
function placeAtPoint(root: Element, points: CodePoints, x: number, y: number): number | null {
  const found = document.caretPositionFromPoint?.(x, y);
  return found ? placeOf(root, points, found.offsetNode, found.offset) : null;
}

/**
 * The character at a point of the window, also at its right half. Where text directions meet, the browser may return the far
 * end of the other direction. Then points beside it are tried.
 */
export function characterAtPoint(root: Element, points: CodePoints, x: number, y: number): Stretch | null {
  const first = placeAtPoint(root, points, x, y);
  if (first === null) return null;
  const holds = ({ left, right, top, bottom }: DOMRect) => left <= x && x <= right && top <= y && y <= bottom;
  for (const beside of BESIDE) {
    const place = beside === 0 ? first : placeAtPoint(root, points, x + beside, y);
    if (place === null) continue;
    for (const start of [place - 1, place]) {
      const character = { start, end: start + 1 };
      if (start >= 0 && start < points.length && boxesOf(root, points, character).some(holds)) return character;
    }
  }
  return { start: first, end: Math.min(first + 1, points.length) };
}

/** Horizontal offsets to try, px. The largest is half of a wide letter. */
const BESIDE = [0, 4, -4, 10, -10];

/** Must match `span-text.css`. */
const NAME = "postil-span-selection";

/** Paints the selection. It causes no layout and no render, however long the text is. */
export function paintSelection(range: Range | null): void {
  if (typeof Highlight === "undefined") return;
  if (range === null) CSS.highlights.delete(NAME);
  else CSS.highlights.set(NAME, new Highlight(range));
}

export function usePainted(root: RefObject<HTMLElement | null>, { points }: SpanUnits, stretch: Stretch | null): void {
  const [start, end] = [stretch?.start, stretch?.end];
  useLayoutEffect(() => {
    if (root.current === null || start === undefined || end === undefined) return;
    paintSelection(rangeOf(root.current, points, { start, end }));
    return () => paintSelection(null);
  });
}
