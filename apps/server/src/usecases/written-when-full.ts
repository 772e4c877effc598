import type { Writes } from "./registry.ts";

/** What is written also when the disk is full: without it nobody could come in, read or take anything out (API-51). */
export const WRITTEN_WHEN_FULL: ReadonlySet<string> = new Set([
  "beginSession",
  // Of an account that is known it writes nothing.
  "signInThroughProvider",
  "renewSession",
  "endOwnSession",
  "endOtherSessions",
  "noteFailedSignIn",
  "noteExport",
  "noteKeyUses",
  "noteReads",
  // What a start does before anybody comes in.
  "createFirstOwner",
  "addMissingWorkspaces",
  "takeBackImports",
] satisfies (keyof Writes)[]);
