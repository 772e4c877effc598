import type { RegisteredRouter } from "@tanstack/react-router";
import { onSessionChange } from "../lib/session/store.ts";
import { toSignIn } from "./guards.ts";

/** Pages for users who are not signed in. The end or the start of a session does not leave these pages. */
const ANONYMOUS_PAGES = /^\/(sign-in|invitation|welcome-hf-sign-in|oauth\/[^/]+\/callback)$/;

/**
 * Navigates when the session changes (AUT-11, AUT-12, RTE-28). Signed out: to sign-in. Ended without a sign-out, in any tab:
 * to sign-in with the way back. Begun in another tab: through the guards again.
 */
export function followSession(router: RegisteredRouter): void {
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
