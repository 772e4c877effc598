import {
  type ComponentProps,
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useUNSAFE_PortalContext as useFloatingPlace } from "react-aria/PortalProvider";
import { createPortal } from "react-dom";
import { TOOLTIP } from "./constants.ts";
import { cx } from "./cx.ts";
import { KeyCap } from "./key-cap.tsx";

type TooltipProps = {
  /** an empty text shows no tooltip */
  text: ReactNode;
  keys?: string | undefined;
  /** px, default 208; `fit` for a word or two */
  width?: number | "fit";
  /** true: shown without hover or focus, such as the result of a copy */
  open?: boolean;
  /** one element that accepts `aria-describedby`; its `translate="no"` also applies to the tooltip (I18-05) */
  children: ReactElement<Pick<ComponentProps<"button">, "aria-describedby" | "aria-label" | "translate">>;
};

/**
 * A note on a control. It opens after 100 ms of hover, or at once on keyboard focus. It closes with Escape, and scrolls when
 * long (CON-01, CON-06). The pointer can move into it.
 */
export function Tooltip({ text, keys, width = TOOLTIP.width, open = false, children }: TooltipProps) {
  const id = useId();
  const wrapper = useRef<HTMLSpanElement>(null);
  const { wanted, handlers } = useTooltipWish();
  const shown = (wanted || open) && text !== "" && text !== null && text !== undefined;
  // A tooltip with the same text as the control's name is not its description too.
  const says = text !== children.props["aria-label"];
  const describedBy = [children.props["aria-describedby"], id].filter(Boolean).join(" ");
  return (
    // Receives the events of the control inside. The span itself has no box and no role.
    <span ref={wrapper} className="contents" {...handlers}>
      {cloneElement(children, shown && says ? { "aria-describedby": describedBy } : {})}
      {shown && (
        <TooltipBox
          id={id}
          anchor={() => wrapper.current?.firstElementChild ?? null}
          width={width}
          translate={children.props.translate}
        >
          {text}
          {keys !== undefined && <KeyCap keys={keys} className="ml-2 align-middle" />}
        </TooltipBox>
      )}
    </span>
  );
}

function useTooltipWish() {
  const [wanted, setWanted] = useState(false);
  const timer = useRef<number>(undefined);
  const later = (value: boolean, delay: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setWanted(value), delay);
  };
  const now = (value: boolean) => {
    window.clearTimeout(timer.current);
    setWanted(value);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (!wanted) return;
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && setWanted(false);
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [wanted]);
  const handlers = {
    onPointerEnter: (event: PointerEvent) => event.pointerType !== "touch" && later(true, TOOLTIP.openDelay),
    onPointerLeave: () => later(false, TOOLTIP.closeDelay),
    onPointerDown: () => now(false),
    onFocus: (event: FocusEvent) => event.target.matches(":focus-visible") && now(true),
    onBlur: () => now(false),
  };
  return { wanted, handlers };
}

type TooltipBoxProps = Pick<ComponentProps<"div">, "translate" | "children"> & {
  id: string;
  anchor: () => Element | null;
  width: number | "fit";
};

function TooltipBox({ id, anchor, width, translate, children }: TooltipBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const { getContainer } = useFloatingPlace();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the anchor does not move while its tooltip is open, its text may change
  useLayoutEffect(() => {
    const rect = anchor()?.getBoundingClientRect();
    const own = box.current?.getBoundingClientRect();
    if (rect === undefined || own === undefined) return;
    setPlace(placeBelow(rect, own, { width: window.innerWidth, height: window.innerHeight }, TOOLTIP.offset));
  }, [children]);
  return createPortal(
    <div
      ref={box}
      id={id}
      role="tooltip"
      translate={translate}
      // React Aria dialogs hide elements outside them from screen readers, except in the top layer.
      data-react-aria-top-layer="true"
      className={cx(
        "fixed z-50 overflow-auto rounded-control border border-line bg-surface px-3 py-2 text-small whitespace-normal text-ink shadow-menu",
        width === "fit" && "py-1",
      )}
      style={{
        ...(width === "fit" ? { maxWidth: TOOLTIP.width } : { width }),
        maxHeight: TOOLTIP.maxHeight,
        left: place?.left ?? 0,
        top: place?.top ?? 0,
        visibility: place === null ? "hidden" : undefined,
      }}
    >
      {children}
    </div>,
    getContainer?.() ?? document.body,
  );
}

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
type Size = { readonly width: number; readonly height: number };

const EDGE = 8;

/**
 * The position of a floating box, in px of the window: centred, `offset` below its anchor (CON-01), or above it if there is no
 * room below. Never nearer than 8 px to the window's edges.
 */
export function placeBelow(anchor: Box, box: Size, viewport: Size, offset: number): { left: number; top: number } {
  const centred = anchor.left + anchor.width / 2 - box.width / 2;
  const below = anchor.top + anchor.height + offset;
  const above = anchor.top - offset - box.height;
  const fits = below + box.height <= viewport.height - EDGE;
  return {
    left: Math.max(EDGE, Math.min(centred, viewport.width - EDGE - box.width)),
    top: fits || above < EDGE ? below : above,
  };
}
