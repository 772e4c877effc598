import type { RegisteredRouter } from "@tanstack/react-router";
import { onSessionChange } from "../lib/session/store.ts";
import { toSignIn } from "./guards.ts";

/** Pages for those who are not signed in yet: the end of a session, or another one, takes nobody away from them. */
const ANONYMOUS_PAGES = /^\/(sign-in|invitation|welcome-hf-sign-in|oauth\/[^/]+\/callback)$/;

/**
 * Takes the page where the session is (AUT-11, AUT-12, RTE-28): signed out, to sign-in; ended by itself, to sign-in with
 * the way back, also when it ended in another tab; a session begun in another tab, through the guards again.
 */
export function followSession(router: RegisteredRouter): void {
  onSessionChange((session, origin) => {
    const { href, pathname, search } = router.latestLocation;
    const anonymousPage = ANONYMOUS_PAGES.test(pathname);
    // Who was removed is told where they are.
    if (session.status === "anonymous" && session.removed === undefined && !anonymousPage) {
      const back = toSignIn({ fullPath: href, query: search });
      const { to, query } = session.ended ? back : { to: back.to, query: {} };
      // Whoever is not signed in cannot be held back by a question; what they changed is kept for them (AUT-11).
      void router.navigate({ to, search: query, replace: session.ended, ignoreBlocker: true });
    }
    // The page of the form goes where its address leads (AUT-11).
    if (session.status === "checking" && origin === "elsewhere" && pathname !== "/sign-in") void router.invalidate();
  });
}
