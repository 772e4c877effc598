import { useBlocker } from "@tanstack/react-router";
import { t } from "i18next";
import { useEffect, useRef } from "react";
import { dismissToast, notify } from "../../lib/toasts/store.ts";
import { useUnsaved } from "../../lib/unsaved.ts";

/**
 * Unsaved settings hold back both ways out: the browser asks before it unloads the page (ERR-10, ERR-11), another page of Postil
 * waits for a toast. Its action goes on without saving; closing it stays, and `onStay` leads to the changes, `onGo` lets go of
 * them (FSE-07).
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
      // Told of every way the toast closes, the action included.
      onClose: () => {
        if (answered) return;
        answered = true;
        now.current.blocker.reset?.();
        now.current.onStay();
      },
    });
    // Another way out was tried, or the changes were saved meanwhile: nobody needs the question any more.
    return () => {
      answered = true;
      dismissToast(asking);
    };
  }, [blocked]);
}
