import type { MemberName, WorkspaceOverview, WorkspaceSummary } from "@postil/domain/accounts/workspace-overview";
import type { WireWorkspaceOverview, WireWorkspaceSummary } from "../entities/workspaces.ts";
import { timeFromWire, timeToWire } from "../wire/time.ts";
import { workspaceFromWire, workspaceToWire } from "./accounts.ts";

type WireName = WireWorkspaceSummary["first_members"][number];

const nameToWire = ({ firstName, lastName, username }: MemberName): WireName => ({
  first_name: firstName,
  last_name: lastName,
  username,
});
const nameFromWire = (wire: WireName): MemberName => ({
  firstName: wire.first_name,
  lastName: wire.last_name,
  username: wire.username,
});

export const workspaceSummaryToWire = (summary: WorkspaceSummary): WireWorkspaceSummary => ({
  ...workspaceToWire(summary),
  members: summary.members,
  first_members: summary.firstMembers.map(nameToWire),
  datasets: summary.datasets,
  records: summary.records,
  last_activity_at: summary.lastActivityAt === null ? null : timeToWire(summary.lastActivityAt),
});

export const workspaceSummaryFromWire = (wire: WireWorkspaceSummary): WorkspaceSummary => ({
  ...workspaceFromWire(wire),
  members: wire.members,
  firstMembers: wire.first_members.map(nameFromWire),
  datasets: wire.datasets,
  records: wire.records,
  lastActivityAt: wire.last_activity_at === null ? null : timeFromWire(wire.last_activity_at),
});

export const workspaceOverviewToWire = ({
  workspace,
  members,
  datasets,
}: WorkspaceOverview): WireWorkspaceOverview => ({
  workspace: workspaceToWire(workspace),
  members: members.map(({ id, role, state, since, ...name }) => ({
    id,
    ...nameToWire(name),
    role,
    state,
    since: timeToWire(since),
  })),
  datasets: datasets.map((dataset) => ({ ...dataset })),
});

export const workspaceOverviewFromWire = (wire: WireWorkspaceOverview): WorkspaceOverview => ({
  workspace: workspaceFromWire(wire.workspace),
  members: wire.members.map((member) => ({
    id: member.id,
    ...nameFromWire(member),
    role: member.role,
    state: member.state,
    since: timeFromWire(member.since),
  })),
  datasets: wire.datasets,
});
