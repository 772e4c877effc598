import { keysOfPress } from "../../lib/commands/chord.ts";
import "../../lib/i18n/en/spans.ts";
import { t } from "i18next";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useLatest } from "../../lib/use-latest.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { FocusBack, floatingClass } from "../../ui/floating.tsx";
import { Named } from "../../ui/named.tsx";

type FloatAtProps = {
  /** an element over the words; it is read when the box is placed */
  anchor: RefObject<HTMLElement | null>;
  label: string;
  className?: string | undefined;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A box that floats below words and follows them. The rest of the page stays usable, so that the words below it can be clicked
 * again. A press outside closes it.
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

export type AskReplaceProps = {
  anchor: RefObject<HTMLElement | null>;
  words: string;
  replaced: readonly { readonly words: string; readonly label: string }[];
  onYes: () => void;
  onClose: () => void;
};

const YES = "R";

/**
 * Asks if a new span may replace others. Enter and Escape keep the old spans, so that an Enter meant for the record destroys
 * nothing.
 */
export function AskReplace({ anchor, words, replaced, onYes, onClose }: AskReplaceProps) {
  const [first, ...others] = replaced;
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape") onClose();
    if (keysOfPress(event.nativeEvent) === YES) onYes();
  };
  return (
    <FloatAt anchor={anchor} label={t("spans.overlaps", { words })} className="w-72" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons are the controls */}
      <div onKeyDown={onKeyDown} className="p-2">
        <p className="px-1 pb-2 wrap-anywhere">
          <Named
            of={
              others.length === 0 && first
                ? t("spans.replaceOne", first)
                : t("spans.replace", { count: replaced.length })
            }
          />
        </p>
        <div className="flex justify-end gap-2">
          <Button size="compact" keys={YES} onClick={onYes}>
            {t("spans.yes")}
          </Button>
          <Button variant="primary" size="compact" keys="Enter" autoFocus onClick={onClose}>
            {t("spans.keep")}
          </Button>
        </div>
      </div>
    </FloatAt>
  );
}

/** Distance between the words and the box, and between the box and the edge of the window, px. */
const GAP = 6;
const EDGE = 8;

/** Places a box beside words and follows them. Without room it moves to the other side of the words. */
export function usePlaced(
  box: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  side: "above" | "below",
  /** the box is placed again when this changes */
  at: unknown = null,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the anchor stands elsewhere when this changes
  useLayoutEffect(() => {
    const place = () => box.current && anchor.current && placeBeside(box.current, anchor.current, side);
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
  }, [box, anchor, side, at]);
}

function placeBeside(box: HTMLElement, anchor: HTMLElement, side: "above" | "below"): void {
  const words = anchor.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = box;
  const below = words.bottom + GAP;
  const above = words.top - GAP - offsetHeight;
  const fitsBelow = below + offsetHeight <= window.innerHeight - EDGE;
  const isBelow = side === "below" ? fitsBelow || above < EDGE : above < EDGE && fitsBelow;
  box.style.left = `${Math.max(EDGE, Math.min(words.left, window.innerWidth - EDGE - offsetWidth))}px`;
  box.style.top = `${Math.max(EDGE, isBelow ? Math.min(below, window.innerHeight - EDGE - offsetHeight) : above)}px`;
}
