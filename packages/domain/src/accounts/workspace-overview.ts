import type { Micros } from "../time.ts";
import type { PersonState } from "./people.ts";
import type { Role, Workspace } from "./users.ts";

/** Workspaces as owners and admins see them in the administration. */

export type MemberName = { readonly firstName: string; readonly lastName: string | null; readonly username: string };

/** How many members are told by name in the list of workspaces. */
export const NAMED_MEMBERS = 3;

export type WorkspaceSummary = Workspace & {
  readonly members: number;
  /** Those who joined first. */
  readonly firstMembers: readonly MemberName[];
  /** Of both families. */
  readonly datasets: number;
  readonly records: number;
  /** Of its datasets; null: it has none. */
  readonly lastActivityAt: Micros | null;
};

export type WorkspaceList = {
  readonly workspaces: readonly WorkspaceSummary[];
  /** Everybody with an account for owners; for an admin who is in a workspace of theirs. */
  readonly people: number;
};

export type WorkspaceMember = MemberName & {
  readonly id: string;
  readonly role: Role;
  readonly state: PersonState;
  readonly since: Micros;
};

/** A dataset of either family: `id` is `workspace.name` where it is a task's. */
export type WorkspaceDataset = {
  readonly id: string;
  readonly name: string;
  readonly task: string;
  readonly records: number;
  /** Records that are done: submitted or discarded by somebody, validated or discarded in a task. */
  readonly answered: number;
};

export type WorkspaceOverview = {
  readonly workspace: Workspace;
  readonly members: readonly WorkspaceMember[];
  readonly datasets: readonly WorkspaceDataset[];
};

/** Why a workspace keeps its name: the ids of task datasets begin with it, and clients and browsers know them by these. */
export function keptName(name: string, taskDatasets: readonly string[]): string {
  const ids = taskDatasets.slice(0, NAMED_DATASETS).map((dataset) => `\`${name}.${dataset}\``);
  const more = taskDatasets.length - ids.length;
  return `Workspace \`${name}\` cannot be renamed: the ids of its task datasets begin with its name (${ids.join(", ")}${more > 0 ? ` and ${more} more` : ""})`;
}

const NAMED_DATASETS = 10;
