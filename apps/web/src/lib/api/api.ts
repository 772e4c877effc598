import { connection } from "../connection/current.ts";
import { trackRequest } from "../progress-line.ts";
import { closeSession, getSession, onSessionChange } from "../session/store.ts";
import { clearToasts, notify } from "../toasts/store.ts";
import { createClient } from "./client.ts";
import { currentWorkspace } from "./current-workspace.ts";
import { errorMessage } from "./error-lines.ts";
import type { ApiFailure } from "./failure.ts";

/** The page's client. In tests use `createClient` with surroundings of the test's own. */
export const api = createClient({
  caller: () => {
    const session = getSession();
    if (session.status === "anonymous") return null;
    return { token: session.token, user: session.status === "signed-in" ? session.user.id : session.token };
  },
  currentWorkspace,
  onUnknownCaller: () => closeSession("ended"),
  isOnline: connection.isOnline,
  report: showFailure,
  track: trackRequest,
});

/**
 * Earlier notifications go, but for those of a state that lasts (offline, a save that failed); then one toast with a line
 * per parameter or entry (API-15, API-26).
 */
function showFailure(failure: ApiFailure): void {
  const { type, lines } = errorMessage(failure);
  clearToasts({ except: "kept" });
  // The route changes when the session ends; the reason has to survive that.
  notify({ message: lines.join("\n"), type, keep: failure.status === 401 });
}

onSessionChange((session) => {
  if (session.status === "anonymous") api.clearCache();
});
