import { useBlocker } from "@tanstack/react-router";
import { t } from "i18next";
import { useCallback, useEffect, useRef } from "react";
import { dismissToast, notify } from "../../../lib/toasts/store.ts";
import { useUnsaved } from "../../../lib/unsaved.ts";
import { useLatest } from "../../../lib/use-latest.ts";

/**
 * The work that a move would leave: an answered record with unsaved changes (`forget` drops them), or a running bulk action.
 */
export type Held = { readonly status: "submitted" | "discarded"; readonly forget: () => void } | "bulk" | null;

/** Runs `go`, or asks first. `stay` runs when the user decides to stay. */
export type Leave = (go: () => void, stay?: () => void) => void;

/**
 * Asks before the user leaves an answered record with unsaved changes. The question is a toast that stays until it is
 * answered; closing it means staying (FQU-26, design/shell.md#leaving). `mustAsk` returns what would be left at that moment.
 */
export function useLeaving(mustAsk: () => Held): Leave {
  const asking = useRef<string | null>(null);
  const heldNow = useLatest(mustAsk);
  return useCallback<Leave>(
    (go, stay) => {
      if (asking.current !== null) dismissToast(asking.current);
      const held = heldNow();
      if (held === null) return go();
      let going = false;
      const onGo = () => {
        going = true;
        if (held !== "bulk") held.forget();
        go();
      };
      asking.current = notify({
        message: t(held === "bulk" ? "toBulk.leave.message" : `annotation.leave.${held.status}`),
        type: "warning",
        permanent: true,
        actions: [{ label: t(held === "bulk" ? "toBulk.leave.go" : "annotation.leave.go"), run: onGo }],
        // Called however the toast closes, also after its action.
        onClose: () => !going && stay?.(),
      });
    },
    [heldNow],
  );
}

/**
 * Use it while something on screen would be lost. The same question comes before another page of Postil. Before another site
 * the browser asks (ERR-10).
 */
export function useHeld(leave: Leave, held: boolean): void {
  useUnsaved("answered-record", held);
  const blocker = useBlocker({
    shouldBlockFn: movesAway,
    disabled: !held,
    enableBeforeUnload: false,
    withResolver: true,
  });
  useEffect(() => {
    if (blocker.status === "blocked") leave(blocker.proceed, blocker.reset);
  }, [blocker, leave]);
}

type Places = { current: { pathname: string }; next: { pathname: string } };
const movesAway = ({ current, next }: Places) => current.pathname !== next.pathname;
