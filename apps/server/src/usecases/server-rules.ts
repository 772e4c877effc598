import type { Topic } from "../storage/peers.ts";
import type { Writes } from "./registry.ts";

/** What the writes of several servers of one database mean to each other. */

/** Writes that change who may do what: callers that are kept in memory are then read again, on all servers. */
const OF_ACCOUNTS = [
  "acceptInvitation",
  "addWorkspaceUser",
  "changeOwnPassword",
  "changePerson",
  "createInvitation",
  "createInvitations",
  "createPerson",
  "createUser",
  "createWorkspace",
  "deactivatePerson",
  "deleteOwnApiKey",
  "deletePerson",
  "deleteUser",
  "deleteWorkspace",
  "endOtherSessions",
  "endOwnSession",
  "endPersonSession",
  "endProviderSessions",
  "reactivatePerson",
  "removeWorkspaceUser",
  "renameWorkspace",
  "replaceOwnFirstKey",
  "replacePersonKey",
  "resetPassword",
  "revokePersonKey",
  "signInThroughProvider",
  "signPersonOut",
  "updateUser",
] as const satisfies readonly (keyof Writes)[];
/** The only ones for which the cache of this process is emptied by the write itself (`http/authenticate.ts`). */
export type AccountWrite = (typeof OF_ACCOUNTS)[number];

/** A token that was used twice ends its session. What was held while the disk was full may have ended one. */
const TOLD: { readonly [name: string]: (output: unknown) => boolean } = {
  ...Object.fromEntries(OF_ACCOUNTS.map((name) => [name, () => true])),
  renewSession: (output) => output === "reused",
  writeHeld: () => true,
} satisfies { readonly [N in keyof Writes]?: (output: unknown) => boolean };

/**
 * Writes of the work in the background. A server that was paused in it is refused these when it goes on, because another one
 * does it by then.
 */
const OF_DUTY = [
  "beginJob",
  "takeJobStep",
  "noteJob",
  "endJob",
  "failJob",
  "retryFailedJobs",
  "finishSnapshot",
  "noteDeliveries",
  "removeExpired",
] as const satisfies readonly (keyof Writes)[];

export const SERVER_RULES = {
  ofDuty: new Set<string>(OF_DUTY),
  topicOf: (name: string, output: unknown): Topic | null =>
    Object.hasOwn(TOLD, name) && TOLD[name]?.(output) ? "accounts" : null,
};
