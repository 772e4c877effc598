import { snapSelection } from "@postil/domain/spans/snap-selection";
import type { Stretch } from "@postil/domain/spans/span";
import { innermostAt } from "@postil/domain/spans/span-list";
import type { SpanUnits } from "@postil/domain/spans/span-units";
import { drawEnd, tapAt } from "@postil/domain/spans/touch-selection";
import { type RefObject, useEffect, useState } from "react";
import { useLatest } from "../../lib/use-latest.ts";
import type { ShownSpan, SpanActions } from "./shown-span.ts";
import { boxesOf, characterAtPoint, placeOf } from "./text-places.ts";
import type { Tap } from "./use-finger.ts";

type Touching = {
  root: RefObject<HTMLElement | null>;
  units: SpanUnits;
  spans: readonly ShownSpan[];
  actions: SpanActions;
  /** Whether a finger pressed last. */
  isFinger: RefObject<boolean>;
};

/** What a finger selected, which waits for its label. `own`: with ends of ours; else the platform selected and shows its own. */
type Held = { readonly at: Stretch; readonly own: boolean };

/** One text of the page at a time: what is selected in another is let go of. */
let letGoOfOther: (() => void) | null = null;

/**
 * Selecting with a finger, which scrolls when it moves: a tap takes a word, taps and drawn ends make it longer
 * (design/questions.md#spans). What a long press selected, with the platform's own ends, is taken too.
 */
export function useTouch({ root, units, spans, actions, isFinger }: Touching) {
  const [held, setHeld] = useState<Held | null>(null);
  const letGo = useLatest(() => setHeld(null));
  const hold = (next: Held | null) => {
    if (letGoOfOther !== letGo) letGoOfOther?.();
    letGoOfOther = next === null ? null : letGo;
    setHeld(next);
  };
  const followPlatform = useLatest(() => {
    const [text, selection] = [root.current, document.getSelection()];
    if (!isFinger.current || text === null || selection === null) return;
    const { anchorNode, focusNode, anchorOffset, focusOffset } = selection;
    if (selection.isCollapsed || anchorNode === null || focusNode === null) {
      if (held?.own === false) hold(null);
    } else if (text.contains(anchorNode)) {
      const [anchor, focus] = [
        placeOf(text, units.points, anchorNode, anchorOffset),
        placeOf(text, units.points, focusNode, focusOffset),
      ];
      if (anchor === null || focus === null) return;
      const at = snapSelection(units, { anchor, focus }, "unit");
      if (at !== null) hold({ at, own: false });
    }
  });
  useEffect(() => {
    document.addEventListener("selectionchange", followPlatform);
    return () => {
      document.removeEventListener("selectionchange", followPlatform);
      if (letGoOfOther === letGo) letGoOfOther = null;
    };
  }, [followPlatform, letGo]);
  return {
    held,
    onTap: ({ target, clientX: x, clientY: y }: Tap) => {
      const text = root.current;
      if (text === null || actions.onSelect === undefined) return;
      if (target instanceof Element && target.closest("button") !== null) return;
      const pressed = characterAtPoint(text, units.points, x, y);
      const span = pressed && held === null ? innermostAt(spans, pressed) : null;
      if (span !== null) (actions.onPress ?? actions.onOpen)?.(span, 1);
      else if (pressed === null) hold(null);
      else {
        const at = isNear(text, units, pressed, x, y) ? tapAt(units, held?.at ?? null, pressed.start) : null;
        hold(at && { at, own: true });
      }
    },
    draw: (side: "start" | "end", { start, end }: Stretch) =>
      held !== null && hold({ at: drawEnd(units, held.at, side, side === "start" ? start : end), own: true }),
    /** Ends it, with what was selected for whoever labels it. */
    take: (): Stretch | null => {
      document.getSelection()?.removeAllRanges();
      hold(null);
      return held?.at ?? null;
    },
  };
}

/** A finger misses by so much, px; what is farther from every letter is no letter. */
const MISS = 16;

const isNear = (text: HTMLElement, { points }: SpanUnits, at: Stretch, x: number, y: number): boolean =>
  boxesOf(text, points, at).some(
    ({ left, right, top, bottom }) => left - MISS <= x && x <= right + MISS && top - MISS <= y && y <= bottom + MISS,
  );
