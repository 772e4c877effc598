import type { Stretch } from "@postil/domain/spans/span";
import type { SpanUnits } from "@postil/domain/spans/span-units";
import { type RefObject, useLayoutEffect } from "react";
import { rangeOf } from "./text-places.ts";

/** As `span-text.css` has it. */
const NAME = "postil-span-selection";

/** Paints what is being selected; nothing is laid out or drawn anew for it, however long the text is. */
export function paintSelection(range: Range | null): void {
  if (typeof Highlight === "undefined") return;
  if (range === null) CSS.highlights.delete(NAME);
  else CSS.highlights.set(NAME, new Highlight(range));
}

/** Paints a stretch for as long as it is one. */
export function usePainted(root: RefObject<HTMLElement | null>, { points }: SpanUnits, stretch: Stretch | null): void {
  const [start, end] = [stretch?.start, stretch?.end];
  useLayoutEffect(() => {
    if (root.current === null || start === undefined || end === undefined) return;
    paintSelection(rangeOf(root.current, points, { start, end }));
    return () => paintSelection(null);
  });
}
