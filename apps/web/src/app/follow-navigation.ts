import type { RegisteredRouter } from "@tanstack/react-router";
import { clearToasts } from "../lib/toasts/store.ts";

/** What a browser does by itself when a page is loaded: old messages go, the new page is announced and has the focus. */
export function followNavigation(router: RegisteredRouter): void {
  router.subscribe("onBeforeNavigate", ({ pathChanged, toLocation }) => {
    if (pathChanged && toLocation.state.keepToasts !== true) clearToasts({ except: "kept" });
  });
  router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
    // The first page was loaded by the browser, which has done it.
    if (fromLocation === undefined || !pathChanged) return;
    // Where a page is about to load again there is neither code nor an error (ERR-05).
    import("./arrive.ts").then(({ arrive }) => arrive()).catch(console.warn);
  });
}
