import { useEffect, useRef } from "react";

/** Of the library: names of a formula stand for one another so many times at most, and nothing of it is larger than this. */
const BOUNDS = { maxExpand: 300, maxSize: [20, 100] as [number, number], trust: false, throwOnError: false };

type FormulaProps = {
  tex: string;
  /** on a line of its own */
  display: boolean;
};

/** A formula written in TeX, drawn as MathML; its source until the library is there, and where it cannot be fetched. */
export function Formula({ tex, display }: FormulaProps) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isWanted = true;
    import("./draw-formula.ts")
      .then(({ drawFormula }) => {
        if (isWanted && place.current !== null) drawFormula(tex, place.current, { ...BOUNDS, displayMode: display });
      })
      .catch((error: unknown) => console.warn("The formula is shown as it is written", error));
    return () => {
      isWanted = false;
    };
  }, [tex, display]);
  // A formula is drawn anew when it says something else: what the library put there is not React's.
  return (
    <span key={tex} ref={place} dir="ltr" className="postil-formula" data-display={display || undefined}>
      {display ? `$$${tex}$$` : `$${tex}$`}
    </span>
  );
}
