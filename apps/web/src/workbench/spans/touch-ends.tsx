import type { CodePoints } from "@postil/domain/spans/code-points";
import type { Stretch } from "@postil/domain/spans/span";
import { type PointerEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { boxesOf, characterAtPoint } from "./text-places.ts";

type TouchEndsProps = {
  root: RefObject<HTMLElement | null>;
  points: CodePoints;
  at: Stretch;
  /** changes when the text was laid out anew */
  laidOut: number;
  onDraw: (side: "start" | "end", character: Stretch) => void;
};

/** The ends of what a finger selected, to be drawn. Without a name: taps do the same. */
export function TouchEnds({ root, points, at, laidOut, onDraw }: TouchEndsProps) {
  const ends = { start: useRef<HTMLDivElement>(null), end: useRef<HTMLDivElement>(null) };
  // biome-ignore lint/correctness/useExhaustiveDependencies: placed again when the text was laid out anew
  useLayoutEffect(() => {
    const text = root.current;
    if (text === null) return;
    const boxes = boxesOf(text, points, at);
    const backwards = getComputedStyle(text).direction === "rtl";
    place(text, ends.start.current, boxes[0], !backwards);
    place(text, ends.end.current, boxes.at(-1), backwards);
  }, [root, points, at.start, at.end, laidOut]);
  const from = useRef({ x: 0, y: 0 });
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top, width } = event.currentTarget.getBoundingClientRect();
    // The finger is below the letters: what counts is the line above it.
    from.current = { x: event.clientX - (left + width / 2), y: event.clientY - top + LINE };
    event.currentTarget.setPointerCapture(event.pointerId);
    root.current?.setAttribute("data-drawing", "");
  };
  const move = (side: "start" | "end") => (event: PointerEvent<HTMLDivElement>) => {
    const text = root.current;
    if (text === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { x, y } = from.current;
    const character = characterAtPoint(text, points, event.clientX - x, event.clientY - y);
    if (character !== null) onDraw(side, character);
  };
  const stop = () => root.current?.removeAttribute("data-drawing");
  return (["start", "end"] as const).map((side) => (
    <div
      key={side}
      ref={ends[side]}
      aria-hidden="true"
      data-side={side}
      className="postil-touch-end"
      onPointerDown={begin}
      onPointerMove={move(side)}
      onLostPointerCapture={stop}
    />
  ));
}

/** From the foot of the letters into their middle, px. */
const LINE = 10;

function place(text: HTMLElement, end: HTMLElement | null, box: DOMRect | undefined, atLeft: boolean): void {
  if (end === null || box === undefined) return;
  const origin = text.getBoundingClientRect();
  end.style.left = `${(atLeft ? box.left : box.right) - origin.left}px`;
  end.style.top = `${box.bottom - origin.top}px`;
}
