import { connection } from "../connection/current.ts";
import { trackRequest } from "../progress-line.ts";
import { closeSession, getSession, onSessionChange } from "../session/store.ts";
import { asObject } from "../storage.ts";
import { clearToasts, notify } from "../toasts/store.ts";
import { type ClientSurroundings, createClient } from "./client.ts";
import { currentWorkspace } from "./current-workspace.ts";
import { createDatasetAccess } from "./dataset-access.ts";
import { errorMessage } from "./error-lines.ts";
import { type ApiFailure, failureOf } from "./failure.ts";

const surroundings: Omit<ClientSurroundings, "isLost"> = {
  caller: () => {
    const session = getSession();
    if (session.status === "anonymous") return null;
    return { token: session.token, user: session.status === "signed-in" ? session.user.id : session.token };
  },
  currentWorkspace,
  onUnknownCaller: (failure) => closeSession(isUserGone(failure) ? "removed" : "ended"),
  isOnline: connection.isOnline,
  report: showFailure,
  track: trackRequest,
};

/** Asks for datasets themselves, so nothing is to be asked about its own failures. */
const asker = createClient({ ...surroundings, isLost: async () => false });

/** The datasets of open pages; one that is lost is told of by its page. */
export const datasetAccess = createDatasetAccess((datasetId) =>
  ask(datasetId).then(
    () => 200,
    (error: unknown) => failureOf(error)?.status ?? null,
  ),
);

/** A task dataset is known by its workspace and its name (domain/tasks/record-key.ts). */
function ask(datasetId: string): Promise<unknown> {
  const [workspace = "", name] = datasetId.split("/");
  return name === undefined
    ? asker.call("getDataset", { params: { dataset_id: datasetId } }, { quiet: true })
    : asker.call("getTaskDatasetV0", { params: { name }, query: { workspace } }, { quiet: true });
}

/** The page's client. In tests use `createClient` with surroundings of the test's own. */
export const api = createClient({ ...surroundings, isLost: datasetAccess.isLost });

/** The token is sound, and whose it is does not exist any more. */
function isUserGone({ body }: ApiFailure): boolean {
  return asObject(asObject(asObject(body)?.detail)?.params)?.missing === "user";
}

/**
 * Earlier notifications go, but for those of a state that lasts (offline, a save that failed); then one toast with a line
 * per parameter or entry (API-15, API-26).
 */
function showFailure(failure: ApiFailure): void {
  const session = getSession();
  // The page says it.
  if (session.status === "anonymous" && session.removed !== undefined) return;
  const { type, lines } = errorMessage(failure);
  clearToasts({ except: "kept" });
  // The route changes when the session ends; the reason has to survive that.
  notify({ message: lines.join("\n"), type, keep: failure.status === 401 });
}

onSessionChange((session) => {
  if (session.status === "anonymous") api.clearCache();
});
