import type { RegisteredRouter } from "@tanstack/react-router";
import { clearToasts } from "../lib/toasts/store.ts";
import { CONTENT_ID } from "../ui/layouts/frame.tsx";
import { announce } from "../ui/live-region.tsx";

/** What a browser does by itself when a page is loaded: old messages go, the new page is announced and has the focus. */
export function followNavigation(router: RegisteredRouter): void {
  router.subscribe("onBeforeNavigate", ({ pathChanged, toLocation }) => {
    if (pathChanged && toLocation.state.keepToasts !== true) clearToasts({ except: "kept" });
  });
  router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
    // The first page was loaded by the browser, which has done it.
    if (fromLocation === undefined || !pathChanged) return;
    const content = document.getElementById(CONTENT_ID);
    // A page that has put the focus somewhere itself knows better.
    if (content === null || content.contains(document.activeElement)) return;
    content.focus({ preventScroll: true });
    announce(document.title);
  });
}
