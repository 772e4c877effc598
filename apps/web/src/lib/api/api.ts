import type { SessionOver } from "@postil/domain/accounts/sessions";
import { connection } from "../connection/connection.ts";
import { trackRequest } from "../progress-line.ts";
import { closeSession, getSession, onSessionChange } from "../session/store.ts";
import { clearToasts, notify } from "../toasts/store.ts";
import { type ClientSurroundings, createClient } from "./client.ts";
import { currentWorkspace } from "./current-workspace.ts";
import { errorMessage } from "./error-lines.ts";
import { type ApiFailure, unknownCallerFacts } from "./failure.ts";

const surroundings: Omit<ClientSurroundings, "isLost"> = {
  caller: () => {
    const session = getSession();
    if (session.status === "anonymous") return null;
    return { token: session.token, user: session.status === "signed-in" ? session.user.id : session.token };
  },
  currentWorkspace,
  renew: async (token) => (await import("../session/renewal.ts")).renew(token),
  // The token is valid, but its user no longer exists.
  onUnknownCaller: (failure) => {
    const { missing, ended } = unknownCallerFacts(failure) ?? {};
    // The server's reason. A reason that this code does not know has no text of its own and shows the general one.
    closeSession(missing === "user" ? "removed" : "ended", ended as SessionOver | undefined);
  },
  isOnline: connection.isOnline,
  report: showFailure,
  track: trackRequest,
};

let isLost: ClientSurroundings["isLost"] = async () => false;

/** Pages with datasets set the function that finds out if a dataset is lost. */
export function judgeLossBy(judge: ClientSurroundings["isLost"]): void {
  isLost = judge;
}

/** The page's client. In tests use `createClient` with surroundings of the test's own. */
export const api = createClient({
  ...surroundings,
  isLost: (datasetId, status) => isLost(datasetId, status),
});

/** A client that does not check, after a failure, if the dataset is lost. */
export const createPlainClient = (caller = surroundings.caller) =>
  createClient({ ...surroundings, caller, isLost: async () => false });

/** A client that sends no token, even while a user is signed in. */
export const createAnonymousClient = () => createPlainClient(() => null);

/**
 * Clears the earlier notifications, except those of a lasting state (offline, a failed save). Then shows one toast with a line
 * per parameter or entry (API-15, API-26).
 */
function showFailure(failure: ApiFailure): void {
  const session = getSession();
  // The page shows it.
  if (session.status === "anonymous" && session.removed !== undefined) return;
  const { type, lines } = errorMessage(failure);
  clearToasts({ except: "kept" });
  // The route changes when the session ends. The reason must survive that.
  notify({ message: lines.join("\n"), type, keep: failure.status === 401 });
}

onSessionChange((session) => {
  if (session.status === "anonymous") api.clearCache();
});
