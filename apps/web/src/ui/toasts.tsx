import { t } from "i18next";
import { CircleAlert, Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import {
  dismissToast,
  getToasts,
  onToastsChange,
  pauseToast,
  resumeToast,
  TOAST_POSITIONS,
  TOASTS_SHOWN,
  type Toast,
  type ToastAction,
  type ToastPosition,
  useCornerTaken,
  useFootPlace,
} from "../lib/toasts/store.ts";
import { Button, IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import { Icon, StatusIcon } from "./icon.tsx";
import { usePhone } from "./media.ts";
import { Named } from "./named.tsx";
import { VisuallyHidden } from "./screen-reader.tsx";

const PLACES: { readonly [Position in ToastPosition]: string } = {
  "top-right": "top-14 right-6",
  top: "top-14 left-1/2 -translate-x-1/2",
  "top-left": "top-14 left-6",
  "bottom-right": "bottom-6 right-6",
  bottom: "bottom-6 left-1/2 -translate-x-1/2",
  // Above the foot of the annotation page. On a phone, above its actions and the line with Undo (design/shell.md#toasts).
  "bottom-left": "bottom-[52px] left-6 max-md:bottom-[172px]",
};

/** Renders all toasts. Mounted once, above everything. */
export function ToastHost() {
  const visible = useSyncExternalStore(onToastsChange, getToasts);
  const cornerTaken = useCornerTaken();
  const placeOf = ({ position }: Toast) => (cornerTaken && position === "bottom-right" ? "bottom-left" : position);
  const foot = useFootPlace();
  const inFoot = visible.filter((toast) => toast.inFoot && foot !== null);
  const inCorners = visible.filter((toast) => !inFoot.includes(toast));
  useEscapeClosesNewest(visible.length > 0);
  const inCorner = createPortal(
    <section aria-label={t("common.toast.region")} data-react-aria-top-layer="true">
      {TOAST_POSITIONS.map((position) => (
        <Corner key={position} position={position} toasts={inCorners.filter((toast) => placeOf(toast) === position)} />
      ))}
    </section>,
    document.body,
  );
  return (
    <>
      {inCorner}
      {/* The foot shows only the last action. */}
      {foot !== null && createPortal(inFoot.slice(-1).map(cardOf(true)), foot)}
    </>
  );
}

const cardOf = (isLine: boolean) => (toast: Toast) => (
  <ToastCard
    key={toast.place}
    toast={toast}
    isLine={isLine}
    onDismiss={() => dismissToast(toast.id)}
    onPause={() => pauseToast(toast.id)}
    onResume={() => resumeToast(toast.id)}
  />
);

function Corner({ position, toasts }: { position: ToastPosition; toasts: readonly Toast[] }) {
  // On a phone, two toasts would cover the record.
  const shown = usePhone() ? 1 : TOASTS_SHOWN;
  if (toasts.length === 0) return null;
  const folded = toasts.length - shown;
  return (
    <div
      className={cx(
        "pointer-events-none fixed z-50 grid w-[480px] max-w-[calc(100vw-32px)] gap-2 max-md:right-4 max-md:left-4",
        PLACES[position],
      )}
    >
      {folded > 0 && (
        <p className="justify-self-start rounded-control bg-surface px-2 text-small text-soft shadow-menu">
          <span aria-hidden="true">{t("common.toast.folded", { count: folded })}</span>
          <span className="sr-only">{t("common.toast.foldedLabel", { count: folded })}</span>
        </p>
      )}
      {toasts.slice(-shown).map(cardOf(false))}
    </div>
  );
}

/** Escape closes the newest dismissible toast, unless an element nearer to the focus has used the key. */
function useEscapeClosesNewest(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      // Also a toast that is still fading in, so that no key press is lost.
      const newest = getToasts().findLast(({ dismissible, phase }) => dismissible && /^open/.test(phase));
      if (newest !== undefined) dismissToast(newest.id);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [active]);
}

const LOOKS = {
  success: { shape: <StatusIcon status="submitted" />, tone: "text-submitted" },
  info: { shape: <Icon of={Info} />, tone: "text-accent" },
  warning: { shape: <Icon of={TriangleAlert} />, tone: "text-edited" },
  error: { shape: <Icon of={CircleAlert} />, tone: "text-danger" },
} as const;

type ToastCardProps = {
  toast: Toast;
  /** true: a line in the page's foot; false: a card over the page */
  isLine: boolean;
  onDismiss: () => void;
  onPause: () => void;
  onResume: () => void;
};

const CARD =
  "pointer-events-auto flex min-h-11 items-center gap-2 rounded-panel border border-line bg-surface py-1 pr-1.5 pl-3.5 shadow-menu";
const ROW = "flex min-w-0 items-center gap-2 *:max-md:flex-row *:max-md:items-center";

/** One toast. A shape and a word show its kind. A click closes it. Its buttons act and close it (TOA-07, TOA-10). */
function ToastCard({ toast, isLine, onDismiss, onPause, onResume }: ToastCardProps) {
  const { shape, tone } = LOOKS[toast.type];
  // The server's failure texts already begin with the kind (API-16 to API-20).
  const kind = t(`common.toast.${toast.type}`);
  const act = (action: ToastAction) => {
    action.run();
    onDismiss();
  };
  return (
    // The click is a shortcut for the pointer. The keyboard uses the dismiss button or Escape.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      onClick={(event) => {
        const onControl = event.target instanceof Element && event.target.closest("button") !== null;
        if (toast.dismissible && !onControl) onDismiss();
      }}
      onPointerEnter={onPause}
      onPointerLeave={onResume}
      onFocus={onPause}
      onBlur={onResume}
      className={cx(
        isLine ? ROW : CARD,
        "transition-opacity duration-150",
        toast.phase === "open" ? "opacity-100" : "opacity-0",
      )}
    >
      <span className={tone}>{shape}</span>
      <div
        className={cx(
          "flex min-w-0 flex-1 items-center gap-2 max-md:flex-col max-md:items-start max-md:gap-0",
          // Buttons stand below a text that would be too narrow beside them.
          !isLine && "md:flex-wrap md:justify-end md:gap-y-0",
        )}
      >
        <p
          role={toast.type === "error" ? "alert" : "status"}
          title={isLine ? toast.message : undefined}
          className={cx(
            "min-w-0",
            isLine ? "flex-1 truncate" : "flex-1 py-1.5 md:basis-44 whitespace-pre-line [overflow-wrap:anywhere]",
          )}
        >
          {/* The text is added to an element that already exists: some screen readers ignore a live region that appears
              with its text. */}
          {toast.phase !== "opening" && (
            <>
              {!toast.message.startsWith(kind) && <VisuallyHidden>{kind} </VisuallyHidden>}
              <Named of={toast.message} />
              {toast.detail !== null && (
                <span className="block text-small text-soft">
                  <Named of={toast.detail} />
                </span>
              )}
            </>
          )}
        </p>
        {toast.actions.length > 0 && (
          <div className="flex flex-none gap-2 max-md:-ml-2">
            {toast.actions.map((action) => (
              <Button
                key={action.label}
                variant="quiet"
                keys={action.keys}
                onClick={() => act(action)}
                className="text-accent"
              >
                {action.label}
              </Button>
            ))}
          </div>
        )}
      </div>
      {toast.dismissible && <IconButton icon={X} label={t("common.toast.dismiss")} size="small" onClick={onDismiss} />}
    </div>
  );
}
