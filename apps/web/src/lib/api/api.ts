import type { SessionOver } from "@postil/domain/accounts/sessions";
import { connection } from "../connection/connection.ts";
import { trackRequest } from "../progress-line.ts";
import { closeSession, getSession, onSessionChange } from "../session/store.ts";
import { clearToasts, notify } from "../toasts/store.ts";
import { type ClientSurroundings, createClient } from "./client.ts";
import { type ApiFailure, errorMessage, unknownCallerFacts } from "./failure.ts";

/** How long answers are cached in memory, seconds (API-11). */
export const LIFETIMES = {
  providers: 240,
  /** fields, questions, metadata properties and their metrics, suggestion agents */
  datasetParts: 120,
} as const;

/** The same time in two forms: the `cache-control` of a GET (API-12) and the stale time of a query. */
export const keptFor = (seconds: number) => ({ cacheControl: `max-age=${seconds}` });
export const freshFor = (seconds: number) => seconds * 1000;

let currentWorkspace: () => string | null = () => null;

/**
 * The router sets how the route parameter `workspace` is read, because this folder does not import the router. It is null on
 * routes without it (RTE-17).
 */
export function readCurrentWorkspaceFrom(source: () => string | null): void {
  currentWorkspace = source;
}

const surroundings: Omit<ClientSurroundings, "isLost"> = {
  caller: () => {
    const session = getSession();
    if (session.status === "anonymous") return null;
    return { token: session.token, user: session.status === "signed-in" ? session.user.id : session.token };
  },
  currentWorkspace: () => currentWorkspace(),
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
