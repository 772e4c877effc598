import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useLatest } from "../../../lib/use-latest.ts";
import { cx } from "../../../ui/cx.ts";
import { floatingClass } from "../../../ui/floating-class.ts";
import { FocusBack } from "../../../ui/focus-back.tsx";

type FloatAtProps = {
  /** an element over the words; read when this is placed */
  anchor: RefObject<HTMLElement | null>;
  label: string;
  className?: string | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** Between the words and what floats, and what floats and the edge of the window, px. */
const GAP = 6;
const EDGE = 8;

/**
 * Floats below words and follows them. What is around stays within reach, for the words that it covers may be clicked again; a press
 * anywhere else closes it.
 */
export function FloatAt({ anchor, label, className, onClose, children }: FloatAtProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useLatest(onClose);
  useLayoutEffect(() => {
    const place = () => box.current && anchor.current && placeBeside(box.current, anchor.current);
    place();
    const abort = new AbortController();
    const options = { signal: abort.signal, capture: true, passive: true };
    window.addEventListener("scroll", place, options);
    window.addEventListener("resize", place, options);
    const observer = new ResizeObserver(place);
    if (box.current !== null) observer.observe(box.current);
    return () => {
      abort.abort();
      observer.disconnect();
    };
  }, [anchor]);
  useEffect(() => {
    const isOutside = ({ target }: Event) => !(target instanceof Node && box.current?.contains(target));
    const abort = new AbortController();
    const options = { signal: abort.signal, capture: true };
    document.addEventListener("mousedown", (event) => isOutside(event) && close(), options);
    document.addEventListener("focusin", (event) => isOutside(event) && close(), options);
    return () => abort.abort();
  }, [close]);
  return createPortal(
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={cx(floatingClass, "fixed top-0 left-0 z-50 flex flex-col outline-0", className)}
    >
      <FocusBack />
      {children}
    </div>,
    document.body,
  );
}

function placeBeside(box: HTMLElement, anchor: HTMLElement): void {
  const words = anchor.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = box;
  const below = words.bottom + GAP;
  const above = words.top - GAP - offsetHeight;
  const fits = below + offsetHeight <= window.innerHeight - EDGE || above < EDGE;
  box.style.left = `${Math.max(EDGE, Math.min(words.left, window.innerWidth - EDGE - offsetWidth))}px`;
  box.style.top = `${Math.max(EDGE, fits ? Math.min(below, window.innerHeight - EDGE - offsetHeight) : above)}px`;
}
