import { createRouter, type RegisteredRouter, type RouterHistory } from "@tanstack/react-router";
import { t } from "i18next";
import { readCurrentWorkspaceFrom } from "../lib/api/api.ts";
import { basePath } from "../lib/base-path.ts";
import { onSessionChange } from "../lib/session/store.ts";
import { clearToasts } from "../lib/toasts/store.ts";
import { Mark } from "../ui/icon.tsx";
import { Skeleton, SkeletonBar } from "../ui/skeleton.tsx";
import { toSignIn } from "./guards.ts";
import { browserConnection, mayPrefetch } from "./may-prefetch.ts";
import { parseRawQuery, writeRawQuery } from "./raw-query.ts";
import { routeTree } from "./route-tree.ts";
import { ErrorScreen, NotFoundScreen } from "./routes/error.tsx";

/** A page that has not loaded after this time shows its skeleton, ms. */
const SKELETON_AFTER = 200;

/** The page's router (RTE-01): real paths, guards before code, prefetched code where the connection allows it. */
export function createPageRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    basepath: basePath(),
    ...(history === undefined ? {} : { history }),
    parseSearch: parseRawQuery,
    stringifySearch: writeRawQuery,
    // No route has a loader, so only code is prefetched, never data (RTE-31, RTE-32).
    defaultPreload: mayPrefetch(browserConnection()) ? "intent" : false,
    // Going back to a long list restores the scroll position.
    scrollRestoration: true,
    defaultPendingMs: SKELETON_AFTER,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
  });
  readCurrentWorkspaceFrom(() => workspaceParam(router.state.matches.at(-1)?.params));
  followSession(router);
  followNavigation(router);
  return router;
}

/** RTE-17. */
function workspaceParam(params: object | undefined): string | null {
  return params !== undefined && "workspace" in params && typeof params.workspace === "string"
    ? params.workspace
    : null;
}

export type PageRouter = ReturnType<typeof createPageRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: PageRouter;
  }

  interface HistoryState {
    /** Shows the sign-in form where the hosted platform would show its welcome page. Any truthy value counts (RTE-20). */
    omitCTA?: unknown;
    /** Where to go after sign-in, if the address must not contain it. Has the form of a `redirect` entry (RTE-21). */
    back?: string | undefined;
    /** The notifications are about this navigation, so it does not clear them. */
    keepToasts?: boolean;
  }
}

/**
 * Placeholder for a page whose code or user is not loaded yet. It shows the mark in a bar of the header's height, so nothing
 * jumps later.
 */
function PageSkeleton() {
  return (
    <Skeleton label={t("common.loading")} className="h-dvh bg-paper">
      <div className="flex h-(--header) items-center gap-3 px-6 max-md:px-4">
        <Mark />
        <SkeletonBar width={120} />
      </div>
    </Skeleton>
  );
}

/** Pages for users who are not signed in. The end or the start of a session does not leave these pages. */
const ANONYMOUS_PAGES = /^\/(sign-in|invitation|welcome-hf-sign-in|oauth\/[^/]+\/callback)$/;

/**
 * Navigates when the session changes (AUT-11, AUT-12, RTE-28). Signed out: to sign-in. Ended without a sign-out, in any tab:
 * to sign-in with the way back. Begun in another tab: through the guards again.
 */
function followSession(router: RegisteredRouter): void {
  onSessionChange((session, origin) => {
    const { href, pathname, search } = router.latestLocation;
    const anonymousPage = ANONYMOUS_PAGES.test(pathname);
    // A user whose account was removed is told on the current page.
    if (session.status === "anonymous" && session.removed === undefined && !anonymousPage) {
      const back = toSignIn({ fullPath: href, query: search });
      const { to, query } = session.ended ? back : { to: back.to, query: {} };
      // A question must not keep a signed-out user on the page. Their changes are stored for them (AUT-11).
      void router.navigate({ to, search: query, replace: session.ended, ignoreBlocker: true });
    }
    // The sign-in page itself follows its `redirect` entry (AUT-11).
    if (session.status === "checking" && origin === "elsewhere" && pathname !== "/sign-in") void router.invalidate();
  });
}

/** Does on navigation what a browser does on page load: clears old messages, announces the new page and focuses it. */
function followNavigation(router: RegisteredRouter): void {
  router.subscribe("onBeforeNavigate", ({ pathChanged, toLocation }) => {
    if (pathChanged && toLocation.state.keepToasts !== true) clearToasts({ except: "kept" });
  });
  router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
    // The browser loaded the first page and has already done this.
    if (fromLocation === undefined || !pathChanged) return;
    // If the page is about to reload, the import gives neither code nor an error (ERR-05).
    import("./arrive.ts").then(({ arrive }) => arrive()).catch(console.warn);
  });
}
