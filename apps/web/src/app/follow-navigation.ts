import type { RegisteredRouter } from "@tanstack/react-router";
import { clearToasts } from "../lib/toasts/store.ts";

/** Does on navigation what a browser does on page load: clears old messages, announces the new page and focuses it. */
export function followNavigation(router: RegisteredRouter): void {
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
