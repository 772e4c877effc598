import type { Micros } from "../time.ts";
import type { PersonState } from "./people.ts";
import type { Role, Workspace } from "./users.ts";

/** Workspaces as the administration shows them to owners and admins. */

export type MemberName = { readonly firstName: string; readonly lastName: string | null; readonly username: string };

export const NAMED_MEMBERS = 3;

export type WorkspaceSummary = Workspace & {
  readonly members: number;
  /** The members who joined first. */
  readonly firstMembers: readonly MemberName[];
  /** Number of datasets of both families. */
  readonly datasets: number;
  readonly records: number;
  /** Last activity in its datasets; null: it has none. */
  readonly lastActivityAt: Micros | null;
};

export type WorkspaceList = {
  readonly workspaces: readonly WorkspaceSummary[];
  /** Number of people: for owners all accounts, for an admin those in the admin's workspaces. */
  readonly people: number;
};

export type WorkspaceMember = MemberName & {
  readonly id: string;
  readonly role: Role;
  readonly state: PersonState;
  readonly since: Micros;
};

/** A dataset of either family: for a task dataset `id` is `workspace.name`. */
export type WorkspaceDataset = {
  readonly id: string;
  readonly name: string;
  readonly task: string;
  readonly records: number;
  /** Number of finished records: submitted or discarded by any user; in a task validated or discarded. */
  readonly answered: number;
};

export type WorkspaceOverview = {
  readonly workspace: Workspace;
  readonly members: readonly WorkspaceMember[];
  readonly datasets: readonly WorkspaceDataset[];
};

/** Why a workspace cannot be renamed: clients and browsers use the ids of its task datasets. */
export function keptName(name: string, taskDatasets: readonly string[]): string {
  const ids = taskDatasets.slice(0, NAMED_DATASETS).map((dataset) => `\`${name}.${dataset}\``);
  const more = taskDatasets.length - ids.length;
  return `Workspace \`${name}\` cannot be renamed: the ids of its task datasets begin with its name (${ids.join(", ")}${more > 0 ? ` and ${more} more` : ""})`;
}

const NAMED_DATASETS = 10;
