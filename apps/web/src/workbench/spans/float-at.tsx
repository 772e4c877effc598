import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useLatest } from "../../lib/use-latest.ts";
import { cx } from "../../ui/cx.ts";
import { floatingClass } from "../../ui/floating-class.ts";
import { FocusBack } from "../../ui/focus-back.tsx";
import { usePlaced } from "./use-placed.ts";

type FloatAtProps = {
  /** an element over the words; read when this is placed */
  anchor: RefObject<HTMLElement | null>;
  label: string;
  className?: string | undefined;
  onClose: () => void;
  children: ReactNode;
};

/**
 * Floats below words and follows them. What is around stays within reach, for the words that it covers may be clicked again; a press
 * anywhere else closes it.
 */
export function FloatAt({ anchor, label, className, onClose, children }: FloatAtProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useLatest(onClose);
  usePlaced(box, anchor, "below");
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
