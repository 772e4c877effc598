import type { Operations } from "../storage/store.ts";
import { findCaller } from "./accounts/find-caller.ts";
import { listOwnWorkspaces } from "./workspaces/list-own-workspaces.ts";

/**
 * Everything the server can do, by name. Each entry is one transaction and runs where the data is; the type of this
 * table is the type of the store.
 */
export const reads = {
  findCaller,
  listOwnWorkspaces,
} as const satisfies Operations;

export const writes = {} as const satisfies Operations;

export type Reads = typeof reads;
export type Writes = typeof writes;
