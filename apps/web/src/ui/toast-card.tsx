import { t } from "i18next";
import { CircleAlert, Info, TriangleAlert, X } from "lucide-react";
import type { Toast, ToastAction } from "../lib/toasts/store.ts";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import { StatusIcon } from "./status-icon.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

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
export function ToastCard({ toast, isLine, onDismiss, onPause, onResume }: ToastCardProps) {
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
      <div className="flex min-w-0 flex-1 items-center gap-2 max-md:flex-col max-md:items-start max-md:gap-0">
        <p
          role={toast.type === "error" ? "alert" : "status"}
          title={isLine ? toast.message : undefined}
          className={cx("min-w-0 flex-1", isLine ? "truncate" : "py-1.5 whitespace-pre-line [overflow-wrap:anywhere]")}
        >
          {/* The text is added to an element that already exists: some screen readers ignore a live region that appears
              with its text. */}
          {toast.phase !== "opening" && (
            <>
              {!toast.message.startsWith(kind) && <VisuallyHidden>{kind} </VisuallyHidden>}
              {toast.message}
              {toast.detail !== null && <span className="block text-small text-soft">{toast.detail}</span>}
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
