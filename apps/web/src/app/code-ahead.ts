import i18next from "i18next";
import { connection } from "../lib/connection/current.ts";
import { getSession } from "../lib/session/store.ts";
import { notify } from "../lib/toasts/store.ts";
import { browserConnection, mayPrefetch } from "./may-prefetch.ts";
import type { PageRouter } from "./router.tsx";

/** A page that is busy for so long waits no longer for a quiet moment, ms. */
const AT_THE_LATEST = 2000;

/** Where somebody who works may want to go next, also when the server is gone by then. */
const NEXT = ["/datasets", "/user-settings", "/dataset/{-$id}/annotation-mode", "/dataset/{-$id}/settings"] as const;

/**
 * The code of the pages that signed-in people go between comes when the first of them has come to rest (RTE-31). Where some of
 * it is missing and the server cannot be reached, a link leaves the page as it is and says why. Returns the way to stop.
 */
export function keepCodeAhead(router: PageRouter): () => void {
  if (mayPrefetch(browserConnection()))
    whenIdle(() => {
      for (const path of NEXT) void router.routesByPath[path].options.component?.preload?.();
    });
  return router.history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ currentLocation, nextLocation }) => {
      if (currentLocation.pathname === nextLocation.pathname || !isInside(router)) return false;
      if (!lacksCode(router, router.parseLocation(nextLocation).pathname)) return false;
      // Nothing may be known yet of a server that has just gone.
      await connection.check();
      if (connection.isOnline()) return false;
      notify({ message: i18next.t("errors.connectToOpen"), type: "info" });
      return true;
    },
  });
}

/** On a page with work in it. Who has lost the session goes to the sign-in page whatever becomes of its code. */
function isInside(router: PageRouter): boolean {
  const { matches, resolvedLocation } = router.state;
  const shown = resolvedLocation !== undefined && matches.some(({ routeId }) => routeId === "/inside");
  return shown && getSession().status === "signed-in";
}

/** The router takes a component's `preload` away when its code is there. */
function lacksCode(router: PageRouter, pathname: string): boolean {
  const [matched] = router.getMatchedRoutes(pathname);
  return matched.some(({ options }) => options.component?.preload !== undefined);
}

/** Safari has no such callback. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: AT_THE_LATEST });
  else setTimeout(run, AT_THE_LATEST);
}
