import {
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from "react";
import { tellCodeMissing } from "../lib/toasts/store.ts";
import { type Part, partIn } from "./lazy-part.tsx";

/** The props that a trigger passes to its button. */
type Reached = {
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onClick?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
};

export type Trigger = ReactElement<Reached & { "aria-label"?: string }, string>;

/** Delay before code is loaded ahead, ms: the page's own requests go first. */
const AHEAD_AFTER = 400;

/** The props that the loaded component gets in addition to its own. */
export type OpensHere = { trigger: Trigger; isOpen: boolean; onOpenChange: (open: boolean) => void };

/**
 * A button whose menu or popover is loaded on demand, because these bring 58 kB of React Aria. Hover and focus load the code.
 * A press opens it as soon as the code is loaded. `ahead`: the code is loaded soon after the page, for a popover that must
 * also open when the server is away.
 */
export function onDemand<Props extends object>(
  popup: "menu" | "dialog",
  load: () => Promise<Part<Props & OpensHere>>,
  { ahead = false }: { readonly ahead?: boolean } = {},
) {
  let loading: Promise<ComponentType<Props & OpensHere>> | null = null;
  const fetchOnce = () => {
    loading ??= load().then(partIn, (error: unknown) => {
      // The next press loads it again.
      loading = null;
      throw error;
    });
    return loading;
  };
  const fetchAhead = () => {
    fetchOnce().catch(() => undefined); // Not needed yet. A press will show the failure.
  };

  return function OnDemand({ trigger, ...own }: Omit<Props, keyof OpensHere> & { trigger: Trigger }) {
    const [Opened, setOpened] = useState<ComponentType<Props & OpensHere> | null>(null);
    const [isOpen, setOpen] = useState(false);
    const holder = useRef<HTMLSpanElement>(null);
    useEffect(() => {
      if (!ahead) return;
      const timer = setTimeout(fetchAhead, AHEAD_AFTER);
      return () => clearTimeout(timer);
    }, []);
    useEffect(() => {
      if (Opened === null) return;
      // The button is a new element now. It needs the focus, so that it gets the focus back later.
      holder.current?.querySelector("button")?.focus({ preventScroll: true });
      setOpen(true);
    }, [Opened]);
    const press = () => {
      fetchOnce().then(
        (component) => setOpened(() => component),
        () => void tellCodeMissing(),
      );
    };
    // The remaining props belong to the loaded component.
    const props = own as unknown as Props;
    return (
      <span ref={holder} className="contents">
        {Opened === null ? (
          cloneElement(trigger, {
            "aria-haspopup": popup,
            "aria-expanded": false,
            onPointerEnter: fetchAhead,
            onFocus: fetchAhead,
            onClick: press,
            onKeyDown: (event) => {
              if (event.key !== "ArrowDown") return;
              event.preventDefault();
              event.stopPropagation();
              press();
            },
          })
        ) : (
          <Opened {...props} trigger={trigger} isOpen={isOpen} onOpenChange={setOpen} />
        )}
      </span>
    );
  };
}
