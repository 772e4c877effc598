import type { Writes } from "./registry.ts";

/** Writes that are allowed while the disk is full: without them nobody could sign in, read or export anything (API-51). */
export const WRITTEN_WHEN_FULL: ReadonlySet<string> = new Set([
  "beginSession",
  // Writes nothing for a known account.
  "signInThroughProvider",
  "renewSession",
  "endOwnSession",
  "endOtherSessions",
  "noteFailedSignIn",
  "noteExport",
  "noteKeyUses",
  "noteReads",
  // Writes of the server start, before anybody signs in.
  "createFirstOwner",
  "addMissingWorkspaces",
  "takeBackImports",
] satisfies (keyof Writes)[]);
