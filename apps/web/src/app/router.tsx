import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { readCurrentWorkspaceFrom } from "../lib/api/current-workspace.ts";
import { basePath } from "../lib/base-path.ts";
import { followNavigation } from "./follow-navigation.ts";
import { followSession } from "./follow-session.ts";
import { browserConnection, mayPrefetch } from "./may-prefetch.ts";
import { PageSkeleton } from "./page-skeleton.tsx";
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
}
