import type { Stretch } from "@postil/domain/spans/span";
import type { SpanUnits } from "@postil/domain/spans/span-units";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { shortWords } from "./gloss.tsx";
import { SpanAnchor } from "./placed-boxes.tsx";
import { usePainted } from "./selection-paint.ts";
import type { LabelOffer, ShownSpan, SpanActions } from "./shown-span.ts";
import { TouchBar } from "./touch-bar.tsx";
import { TouchEnds } from "./touch-ends.tsx";
import type { Finger } from "./use-finger.ts";
import { useTouch } from "./use-touch.ts";

export type TouchSelectionProps = {
  finger: Finger;
  root: RefObject<HTMLElement | null>;
  units: SpanUnits;
  spans: readonly ShownSpan[];
  /** changes when the text was laid out anew */
  laidOut: number;
  actions: SpanActions & { readonly offer?: () => LabelOffer | null };
};

/** What fingers select in a text: painted, with its ends and what it becomes. Draws nothing as long as nothing is selected. */
export function TouchSelection({ finger, root, units, spans, laidOut, actions }: TouchSelectionProps) {
  const touch = useTouch({ root, units, spans, actions, isFinger: finger.isFinger });
  const anchor = useRef<HTMLElement>(null);
  const { listen } = finger;
  useLayoutEffect(() => listen(touch.onTap));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it goes
  useEffect(() => () => listen(null), []);
  const at = touch.held?.at ?? null;
  usePainted(root, units, at);
  if (at === null) return null;
  const { points } = units;
  const give = (to: ((stretch: Stretch) => void) | undefined) => () => {
    const taken = touch.take();
    if (taken !== null) to?.(taken);
  };
  return (
    <>
      {touch.held?.own && <TouchEnds root={root} points={points} at={at} laidOut={laidOut} onDraw={touch.draw} />}
      <SpanAnchor root={root} points={points} at={at} laidOut={laidOut} ref={anchor} />
      <TouchBar
        anchor={anchor}
        words={shortWords(points.slice(at.start, at.end))}
        laidOut={laidOut}
        below={touch.held?.own !== true}
        offer={actions.offer?.() ?? null}
        onTake={give((stretch) => actions.onSelect?.(stretch, { extended: null, by: "finger" }))}
        onChoose={give(actions.onChoose)}
        onClose={touch.take}
      />
    </>
  );
}
