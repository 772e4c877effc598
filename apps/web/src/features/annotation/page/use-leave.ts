import { useBlocker } from "@tanstack/react-router";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { dismissToast, notify } from "../../../lib/toasts/store.ts";
import { useUnsaved } from "../../../lib/unsaved.ts";

/** What would be left: a submitted record with unsaved changes (true), or a bulk action under way. */
export type Held = boolean | "bulk";

/** Goes, or asks first; `stay` runs when the reader decides to stay. */
export type Leave = (go: () => void, stay?: () => void) => void;

/**
 * Moving away from a submitted record with unsaved changes asks first, in a toast that stays until it is answered; closing it
 * means staying (FQU-26, screens 1.8). `mustAsk` tells whether there is such a record.
 */
export function useLeave(mustAsk: RefObject<() => Held>): Leave {
  const { t } = useTranslation();
  const asking = useRef<string | null>(null);
  return useCallback(
    (go, stay) => {
      if (asking.current !== null) dismissToast(asking.current);
      const held = mustAsk.current();
      if (held === false) return go();
      let going = false;
      const onGo = () => {
        going = true;
        go();
      };
      asking.current = notify({
        message: t(held === "bulk" ? "bulk.leave.message" : "annotation.leave.message"),
        type: "warning",
        permanent: true,
        actions: [{ label: t(held === "bulk" ? "bulk.leave.go" : "annotation.leave.go"), run: onGo }],
        // Told of every way the toast closes, the action included.
        onClose: () => !going && stay?.(),
      });
    },
    [t, mustAsk],
  );
}

/** The same question before another page of Postil; before another site the browser asks (ERR-10). */
export function useLeaveRoute(modified: boolean, leave: Leave): void {
  useUnsaved("submitted-record", modified);
  const blocker = useBlocker({
    shouldBlockFn: movesAway,
    disabled: !modified,
    enableBeforeUnload: false,
    withResolver: true,
  });
  useEffect(() => {
    if (blocker.status === "blocked") leave(blocker.proceed, blocker.reset);
  }, [blocker, leave]);
}

type Places = { current: { pathname: string }; next: { pathname: string } };
const movesAway = ({ current, next }: Places) => current.pathname !== next.pathname;
