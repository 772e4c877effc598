import { useBlocker } from "@tanstack/react-router";
import { t } from "i18next";
import { useEffect, useRef } from "react";
import { dismissToast, notify } from "../../lib/toasts/store.ts";
import { useUnsaved } from "../../lib/unsaved.ts";

/**
 * Unsaved settings block both ways out. The browser asks before it unloads the page (ERR-10, ERR-11). Another page of Postil
 * waits for a toast. The toast's action leaves without saving and calls `onGo`, which drops the changes. Closing the toast
 * stays and calls `onStay`, which leads to the changes (FSE-07).
 */
export function useLeaveGuard(unsaved: boolean, { onStay, onGo }: { onStay: () => void; onGo: () => void }): void {
  useUnsaved("settings", unsaved);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    disabled: !unsaved,
    enableBeforeUnload: false,
    withResolver: true,
  });
  const now = useRef({ blocker, onStay, onGo });
  useEffect(() => {
    now.current = { blocker, onStay, onGo };
  });
  const blocked = blocker.status === "blocked";
  useEffect(() => {
    if (!blocked) return;
    let answered = false;
    const go = () => {
      answered = true;
      now.current.onGo();
      now.current.blocker.proceed?.();
    };
    const asking = notify({
      message: t("datasetSettings.leave.message"),
      type: "warning",
      permanent: true,
      actions: [{ label: t("datasetSettings.leave.go"), run: go }],
      // Called however the toast closes, also after its action.
      onClose: () => {
        if (answered) return;
        answered = true;
        now.current.blocker.reset?.();
        now.current.onStay();
      },
    });
    // Another navigation was tried, or the changes were saved meanwhile. The question is no longer needed.
    return () => {
      answered = true;
      dismissToast(asking);
    };
  }, [blocked]);
}
