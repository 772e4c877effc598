import type { RegisteredRouter } from "@tanstack/react-router";
import { browserConnection, mayPrefetch } from "./may-prefetch.ts";

/** A page that is busy for so long waits no longer for a quiet moment, ms. */
const AT_THE_LATEST = 2000;

/** Where somebody who works may want to go next, also when the server is gone by then. */
const NEXT = ["/datasets", "/user-settings", "/dataset/{-$id}/annotation-mode", "/dataset/{-$id}/settings"] as const;

/** The code of the pages that signed-in people go between comes when the first of them has come to rest (RTE-31). */
export function fetchCodeAhead(router: RegisteredRouter): void {
  if (!mayPrefetch(browserConnection())) return;
  whenIdle(() => {
    for (const path of NEXT) void router.routesByPath[path].options.component?.preload?.();
  });
}

/** Safari has no such callback. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: AT_THE_LATEST });
  else setTimeout(run, AT_THE_LATEST);
}
