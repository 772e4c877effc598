import { apiKeySeenBy, type Viewer } from "@postil/domain/accounts/policies";
import type { User, Workspace } from "@postil/domain/accounts/users";
import { times, timesFromWire } from "../wire/mapping.ts";
import type { WireUser, WireUserV0, WireWorkspace } from "./people.ts";

/** The viewer decides which members of a user a reply contains, so a user is never sent without a viewer. */
export const userToWire = (viewer: Viewer, user: User): WireUser => ({
  id: user.id,
  first_name: user.firstName,
  last_name: user.lastName,
  username: user.username,
  role: user.role,
  api_key: apiKeySeenBy(viewer, user),
  ...times(user),
});

export const userToWireV0 = (viewer: Viewer, user: User, workspaces: readonly string[]): WireUserV0 => ({
  id: user.id,
  first_name: user.firstName,
  ...(user.lastName === null ? {} : { last_name: user.lastName }),
  full_name: user.firstName === "" ? "" : [user.firstName, user.lastName].filter(Boolean).join(" "),
  username: user.username,
  role: user.role,
  workspaces: [...workspaces],
  api_key: apiKeySeenBy(viewer, user),
  ...times(user),
});

export const userFromWireV0 = (wire: WireUserV0): User & { readonly workspaces: readonly string[] } => ({
  id: wire.id,
  firstName: wire.first_name,
  lastName: wire.last_name ?? null,
  username: wire.username,
  role: wire.role,
  apiKey: wire.api_key,
  workspaces: wire.workspaces,
  ...timesFromWire(wire),
});

export const workspaceToWire = (workspace: Workspace): WireWorkspace => ({
  id: workspace.id,
  name: workspace.name,
  ...times(workspace),
});

export const workspaceFromWire = (wire: WireWorkspace): Workspace => ({
  id: wire.id,
  name: wire.name,
  ...timesFromWire(wire),
});
