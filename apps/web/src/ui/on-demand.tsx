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

/** What a trigger passes on to its button. */
type Reached = {
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onClick?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
};

export type Trigger = ReactElement<Reached & { "aria-label"?: string }, string>;

/** The page's own requests go first, ms. */
const AHEAD_AFTER = 400;

/** What the loaded component is given beside its own properties. */
export type OpensHere = { trigger: Trigger; isOpen: boolean; onOpenChange: (open: boolean) => void };

/**
 * A button that opens something whose code is fetched when somebody reaches for it: menus and popovers bring 58 kB of React
 * Aria, which a page does without until then. Hover and focus fetch, a press opens as soon as the code is here. `ahead`: it is
 * fetched a while after the page has come, for what has to open when the server cannot be reached any more.
 */
export function onDemand<Props extends object>(
  popup: "menu" | "dialog",
  load: () => Promise<ComponentType<Props & OpensHere>>,
  { ahead = false }: { readonly ahead?: boolean } = {},
) {
  let loading: Promise<ComponentType<Props & OpensHere>> | null = null;
  const fetchOnce = () => {
    loading ??= load().catch((error: unknown) => {
      // The next press asks again.
      loading = null;
      throw error;
    });
    return loading;
  };
  const fetchAhead = () => {
    fetchOnce().catch(() => undefined); // not wanted yet; a press will tell
  };

  return function OnDemand({ trigger, ...own }: Props & { trigger: Trigger }) {
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
      // The button is another element now, and the one that gets the focus back.
      holder.current?.querySelector("button")?.focus({ preventScroll: true });
      setOpen(true);
    }, [Opened]);
    const press = () => {
      fetchOnce().then(
        (component) => setOpened(() => component),
        () => void tellCodeMissing(),
      );
    };
    // What is left of the properties is the component's own.
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
