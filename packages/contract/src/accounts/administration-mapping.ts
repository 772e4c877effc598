import { type AuditEntry, type AuditEvent, auditGroupOf } from "@postil/domain/accounts/audit";
import type { Backups, StoreFile } from "@postil/domain/accounts/backups";
import type { Person, PersonFacts, PersonWork } from "@postil/domain/accounts/people";
import type { Warning } from "@postil/domain/accounts/warnings";
import type { WorkspaceOverview, WorkspaceSummary } from "@postil/domain/accounts/workspace-overview";
import type { Deleted, Restoration } from "@postil/domain/datasets/bin";
import type { Delivery, WebhookState } from "@postil/domain/webhooks/webhook";
import type { WireDeleted, WireRestoration } from "../datasets/bin.ts";
import type { WireDelivery, WireWebhookState } from "../webhooks.ts";
import { each, entity, orNull, same, TIMES, time, timeOrNull } from "../wire/entity-mapping.ts";
import { timeFromWire, timeToWire } from "../wire/mapping.ts";
import type { WireAuditEntry } from "./audit.ts";
import type { WireBackups, WireStoreFile, WireWarning } from "./backups.ts";
import { workspaceFromWire, workspaceToWire } from "./mapping.ts";
import type { WirePerson, WirePersonWork } from "./people.ts";
import type { WireWorkspaceOverview, WireWorkspaceSummary } from "./workspaces.ts";

/** What the pages of owners and admins show: people, workspaces, the audit trail and what was deleted. */

const NAME = same("firstName", "lastName", "username");

const workspaceOfPerson = entity<Person["workspaces"][number], WirePerson["workspaces"][number]>()({
  ...same("id", "name"),
  since: time("since"),
});
const lastSeen = entity<NonNullable<Person["lastSeen"]>, NonNullable<WirePerson["last_seen"]>>()({
  at: time("at"),
  ...same("byKey"),
});

export const { toWire: personToWire, fromWire: personFromWire } = entity<Person, WirePerson>()({
  ...same("id"),
  ...NAME,
  ...same("role", "state"),
  invitedUntil: timeOrNull("invited_until"),
  ...same("provider", "hasPassword"),
  workspaces: ["workspaces", each(workspaceOfPerson.toWire), each(workspaceOfPerson.fromWire)],
  lastSeen: ["last_seen", orNull(lastSeen.toWire), orNull(lastSeen.fromWire)],
  ...same("keys"),
  ...TIMES,
});

type WireFacts = Pick<WirePerson, "first_name" | "role"> & {
  readonly last_name?: string | null | undefined;
  readonly workspace_ids: readonly string[];
};

export const factsToWire = ({ firstName, lastName, role, workspaceIds }: PersonFacts) => ({
  first_name: firstName,
  last_name: lastName,
  role,
  workspace_ids: [...workspaceIds],
});

export const factsFromWire = (wire: WireFacts): PersonFacts => ({
  firstName: wire.first_name,
  lastName: wire.last_name ?? null,
  role: wire.role,
  workspaceIds: wire.workspace_ids,
});

export const { toWire: workToWire, fromWire: workFromWire } = entity<PersonWork, WirePersonWork>()({
  ...same("answers", "datasets", "annotations", "rules", "taskDatasets", "drafts", "keys"),
});

const memberName = entity<WorkspaceSummary["firstMembers"][number], WireWorkspaceSummary["first_members"][number]>()(
  NAME,
);

export const { toWire: workspaceSummaryToWire, fromWire: workspaceSummaryFromWire } = entity<
  WorkspaceSummary,
  WireWorkspaceSummary
>()({
  ...same("id", "name"),
  ...TIMES,
  ...same("members"),
  firstMembers: ["first_members", each(memberName.toWire), each(memberName.fromWire)],
  ...same("datasets", "records"),
  lastActivityAt: timeOrNull("last_activity_at"),
});

const member = entity<WorkspaceOverview["members"][number], WireWorkspaceOverview["members"][number]>()({
  ...same("id"),
  ...NAME,
  ...same("role", "state"),
  since: time("since"),
});

export const { toWire: workspaceOverviewToWire, fromWire: workspaceOverviewFromWire } = entity<
  WorkspaceOverview,
  WireWorkspaceOverview
>()({
  workspace: ["workspace", workspaceToWire, workspaceFromWire],
  members: ["members", each(member.toWire), each(member.fromWire)],
  ...same("datasets"),
});

const TIMES_TOLD = new Set(["until", "lastUsed"]);

type Told = { readonly [name: string]: string | number | null };

const toldToWire = (told: Told): WireAuditEntry["told"] =>
  Object.fromEntries(
    Object.entries(told).map(([name, value]) => [
      name,
      TIMES_TOLD.has(name) && typeof value === "number" ? timeToWire(value) : value,
    ]),
  );

const toldFromWire = (told: WireAuditEntry["told"]): Told =>
  Object.fromEntries(
    Object.entries(told).map(([name, value]) => [
      name,
      TIMES_TOLD.has(name) && typeof value === "string" ? timeFromWire(value) : value,
    ]),
  );

export const auditEntryToWire = ({ key, at, actor, event, address, program, times }: AuditEntry): WireAuditEntry => ({
  id: key,
  at: timeToWire(at),
  actor: actor && { id: actor.id, username: actor.username, name: actor.name },
  kind: event.kind,
  group: auditGroupOf(event.kind),
  person: event.person ? { id: event.person.id, username: event.person.username } : null,
  told: toldToWire(event.told ?? {}),
  address,
  program,
  times,
});

export const auditEntryFromWire = ({ id, at, kind, person, told, ...wire }: WireAuditEntry): AuditEntry => {
  // The server wrote the event with the types of its kind.
  const event = { kind, told: toldFromWire(told), ...(person && { person }) } as AuditEvent;
  const { actor, address, program, times } = wire;
  return { key: id, at: timeFromWire(at), actor, event, address, program, times };
};

const begun = { ...same("id", "file"), at: time("at") } as const;
const lastBackup = entity<NonNullable<Backups["last"]>, NonNullable<WireBackups["last"]>>()({
  ...begun,
  ...same("bytes", "ms"),
});
const failedBackup = entity<NonNullable<Backups["failed"]>, NonNullable<WireBackups["failed"]>>()({
  ...begun,
  ...same("scheduled", "why"),
});
const runningBackup = entity<NonNullable<Backups["running"]>, NonNullable<WireBackups["running"]>>()({
  ...begun,
  ...same("scheduled", "done", "total", "verifying"),
});
const schedule = entity<NonNullable<Backups["schedule"]>, NonNullable<WireBackups["schedule"]>>()({
  ...same("folder", "keep", "everyHours"),
  nextAt: time("next_at"),
});

export const { toWire: backupsToWire, fromWire: backupsFromWire } = entity<Backups, WireBackups>()({
  ...same("elsewhere", "folder"),
  last: ["last", orNull(lastBackup.toWire), orNull(lastBackup.fromWire)],
  failed: ["failed", orNull(failedBackup.toWire), orNull(failedBackup.fromWire)],
  running: ["running", orNull(runningBackup.toWire), orNull(runningBackup.fromWire)],
  schedule: ["schedule", orNull(schedule.toWire), orNull(schedule.fromWire)],
});

const SECOND = 1_000_000;

export function warningToWire(warning: Warning): WireWarning {
  if (warning.kind === "clock") return { kind: "clock", how: warning.how, seconds: Math.round(warning.by / SECOND) };
  return warning.kind === "certificate" ? { ...warning, until: timeToWire(warning.until) } : warning;
}

export function warningFromWire(warning: WireWarning): Warning {
  if (warning.kind === "clock") return { kind: "clock", how: warning.how, by: warning.seconds * SECOND };
  return warning.kind === "certificate" ? { ...warning, until: timeFromWire(warning.until) } : warning;
}
const compacting = { ...same("id"), at: time("at") } as const;
const runningCompaction = entity<NonNullable<StoreFile["running"]>, NonNullable<WireStoreFile["running"]>>()({
  ...compacting,
  ...same("done", "total"),
});
const lastCompaction = entity<NonNullable<StoreFile["last"]>, NonNullable<WireStoreFile["last"]>>()({
  ...compacting,
  ...same("given", "ms", "why"),
});
export const { toWire: storeFileToWire, fromWire: storeFileFromWire } = entity<StoreFile, WireStoreFile>()({
  ...same("bytes", "free", "needs", "room", "inParts"),
  running: ["running", orNull(runningCompaction.toWire), orNull(runningCompaction.fromWire)],
  last: ["last", orNull(lastCompaction.toWire), orNull(lastCompaction.fromWire)],
});

const deleted = {
  ...same("id", "kind", "state", "name", "preview", "task", "workspace", "records", "answers", "workspaceId"),
  deletedAt: time("deleted_at"),
  ...same("deletedBy"),
  keptUntil: time("kept_until"),
} as const;

export const { toWire: deletedToWire, fromWire: deletedFromWire } = entity<Deleted, WireDeleted>()(deleted);

const left = entity<Restoration["left"][number], WireRestoration["left"][number]>()(same("name", "answers"));

export const { toWire: restorationToWire, fromWire: restorationFromWire } = entity<
  Deleted & Restoration,
  WireRestoration
>()({
  ...deleted,
  ...same("offeredName"),
  takenAt: timeOrNull("taken_at"),
  ...same("taken", "people", "drafts"),
  left: ["left", each(left.toWire), each(left.fromWire)],
});

const lastTried = entity<NonNullable<WebhookState["last"]>, NonNullable<WireWebhookState["last"]>>()({
  ...same("event", "state"),
  triedAt: timeOrNull("tried_at"),
});

export const { toWire: webhookStateToWire, fromWire: webhookStateFromWire } = entity<WebhookState, WireWebhookState>()({
  ...same("id", "workspace", "url", "events", "enabled", "description", "waiting"),
  pausedAt: timeOrNull("paused_at"),
  last: ["last", orNull(lastTried.toWire), orNull(lastTried.fromWire)],
  ...TIMES,
});

export const { toWire: deliveryToWire, fromWire: deliveryFromWire } = entity<Delivery, WireDelivery>()({
  ...same("id", "event", "state", "tries", "status", "answer"),
  at: time("at"),
  triedAt: timeOrNull("tried_at"),
  nextAt: timeOrNull("next_at"),
});
