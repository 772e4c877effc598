import { t } from "i18next";
import { useEffect, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useCornerTaken } from "../lib/toasts/corner.ts";
import { useFootPlace } from "../lib/toasts/foot.ts";
import { dismissToast, getToasts, onToastsChange, pauseToast, resumeToast, type Toast } from "../lib/toasts/store.ts";
import { TOAST_POSITIONS, TOASTS_SHOWN, type ToastPosition } from "../lib/toasts/toasts.ts";
import { cx } from "./cx.ts";
import { ToastCard } from "./toast-card.tsx";
import { usePhone } from "./use-phone.ts";

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
