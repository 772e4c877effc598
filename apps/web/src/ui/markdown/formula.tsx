import { useEffect, useRef } from "react";

/** Limits for the library: the number of macro expansions, and the maximum sizes. */
const BOUNDS = { maxExpand: 300, maxSize: [20, 100] as [number, number], trust: false, throwOnError: false };

type FormulaProps = {
  tex: string;
  /** true: the formula has its own line */
  display: boolean;
};

/** A TeX formula, rendered as MathML. Shows its source until the library is loaded, and when it cannot be loaded. */
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
  // A changed formula gets a new element, because React does not know the nodes that the library has put there.
  return (
    <span key={tex} ref={place} dir="ltr" className="postil-formula" data-display={display || undefined}>
      {display ? `$$${tex}$$` : `$${tex}$`}
    </span>
  );
}
