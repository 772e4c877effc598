import { useBlocker } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { dismissToast, notify } from "../../lib/toasts/store.ts";
import { useUnsaved } from "../../lib/unsaved.ts";

/**
 * Unsaved settings hold back both ways out: the browser asks before it unloads the page (ERR-10, ERR-11), another page of
 * Postil waits for a toast. Its action goes on without saving; closing it stays, and `onStay` leads to the changes (FSE-07).
 */
export function useLeaveGuard(unsaved: boolean, onStay: () => void): void {
  const { t } = useTranslation();
  useUnsaved("settings", unsaved);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    disabled: !unsaved,
    enableBeforeUnload: false,
    withResolver: true,
  });
  const stay = useRef(onStay);
  useEffect(() => {
    stay.current = onStay;
  });
  const asking = useRef<string | null>(null);
  useEffect(() => {
    if (blocker.status !== "blocked") return;
    if (asking.current !== null) dismissToast(asking.current);
    let going = false;
    const onGo = () => {
      going = true;
      blocker.proceed();
    };
    asking.current = notify({
      message: t("datasetSettings.leave.message"),
      type: "warning",
      permanent: true,
      actions: [{ label: t("datasetSettings.leave.go"), run: onGo }],
      // Told of every way the toast closes, the action included.
      onClose: () => {
        if (going) return;
        blocker.reset();
        stay.current();
      },
    });
  }, [blocker, t]);
}
