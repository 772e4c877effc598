import type { Stretch } from "@postil/domain/spans/span";
import type { CodePoints } from "@postil/domain/spans/span-units";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { boxesOf } from "./text-places.ts";

type PlacedProps = {
  root: RefObject<HTMLElement | null>;
  points: CodePoints;
  at: Stretch;
  /** changes when the layout of the text has changed */
  laidOut: number;
};

/** The ring of the word cursor. It lies over the text, with a box for each line, so that the text does not move. */
export function CursorRing({ root, points, at, laidOut }: PlacedProps) {
  const layer = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the text was laid out anew
  useLayoutEffect(() => {
    const [text, ring] = [root.current, layer.current];
    if (text === null || ring === null) return;
    const origin = text.getBoundingClientRect();
    ring.replaceChildren(...boxesOf(text, points, at).map((box) => placed(document.createElement("div"), box, origin)));
    ring.firstElementChild?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [root, points, at.start, at.end, laidOut]);
  return <div ref={layer} aria-hidden="true" className="postil-word-cursor" />;
}

/** An invisible box over a stretch, as the anchor of a popover. */
export function SpanAnchor({ root, points, at, laidOut, ref }: PlacedProps & { ref: RefObject<HTMLElement | null> }) {
  const element = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the text was laid out anew
  useLayoutEffect(() => {
    const [text, box] = [root.current, element.current];
    const [first] = text === null ? [] : boxesOf(text, points, at);
    if (text !== null && box !== null && first !== undefined) placed(box, first, text.getBoundingClientRect());
    ref.current = box;
  }, [root, points, at.start, at.end, laidOut, ref]);
  return <div ref={element} aria-hidden="true" className="pointer-events-none absolute" />;
}

function placed(element: HTMLElement, box: DOMRect, origin: DOMRect): HTMLElement {
  element.style.left = `${box.left - origin.left}px`;
  element.style.top = `${box.top - origin.top}px`;
  element.style.width = `${box.width}px`;
  element.style.height = `${box.height}px`;
  return element;
}
