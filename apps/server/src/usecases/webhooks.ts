import { randomBytes } from "node:crypto";
import { isManager, isOwner, isPrivileged } from "@postil/domain/accounts/policies";
import { Refusal } from "@postil/domain/refusal";
import { MOST_WEBHOOKS, type Webhook, type WebhookEvent, type WebhookState } from "@postil/domain/webhooks/webhook";
import type { Selectable } from "kysely";
import { newId } from "../new-id.ts";
import { noteAudit } from "../storage/audit.ts";
import { times } from "../storage/dataset-rows.ts";
import type { Context } from "../storage/store.ts";
import type { WebhookTable } from "../storage/tables.ts";
import { tryForADay } from "../storage/webhooks.ts";
import { loadWorkspace, type OfWorkspace } from "./accounts/workspaces.ts";
import { forbidden, refuseMore, requireCaller, requireManager, requireOwner, requireThat } from "./refuse.ts";

/** Webhooks: owners have those that hear of all workspaces, admins those of the workspaces they manage (HOK-01, HOK-02). */

type Row = Selectable<WebhookTable>;
type WithSecret = Webhook & { readonly secret: string };

const webhookFromRow = (row: Omit<Row, "secret">): Webhook => ({
  id: row.id,
  workspaceId: row.workspace_id,
  url: row.url,
  events: JSON.parse(row.events),
  enabled: row.enabled === 1,
  description: row.description,
  pausedAt: row.paused_at,
  ...times(row),
});
const withSecret = (row: Row): WithSecret => ({ ...webhookFromRow(row), secret: row.secret });

/** Who made a webhook heard its secret then. Afterwards only owners hear it, or each admin would sign as another's sender. */
type Changed = Webhook & { readonly secret: string | null };
const toldChange = ({ caller }: Context, row: Row): Changed => ({
  ...webhookFromRow(row),
  secret: caller && isOwner(caller) ? row.secret : null,
});

export type OfWebhook = { readonly webhookId: string };

/** 404 before 403. */
export async function loadWebhook(context: Context, { webhookId }: OfWebhook): Promise<Row> {
  const caller = requireCaller(context);
  const row = await context.db.selectFrom("webhook").selectAll().where("id", "=", webhookId).executeTakeFirst();
  if (!row) throw new Refusal("not_found", `Webhook with id \`${webhookId}\` not found`);
  const may = row.workspace_id === null ? isOwner(caller) : isManager(caller, row.workspace_id);
  if (!may) throw forbidden();
  return row;
}

/** Those of the whole server, as clients 2.x list them. */
async function listWebhooks(context: Context): Promise<WithSecret[]> {
  requireOwner(context);
  const rows = context.db.selectFrom("webhook").selectAll().where("workspace_id", "is", null).orderBy("key");
  return (await rows.execute()).map(withSecret);
}

/** All that the caller manages: those of the server first, then by workspace. */
async function listWebhookStates(context: Context): Promise<WebhookState[]> {
  const caller = requireThat(context, isPrivileged);
  const rows = await context.db
    .selectFrom("webhook")
    .leftJoin("workspace", "workspace.id", "webhook.workspace_id")
    .selectAll("webhook")
    .select("workspace.name as workspace")
    .$if(!isOwner(caller), (query) => query.where("workspace_id", "in", caller.workspaceIds))
    .orderBy("workspace.name")
    .orderBy("webhook.key")
    .execute();
  const states: WebhookState[] = [];
  for (const row of rows) {
    const { workspace_id: id, workspace: name, waiting } = row;
    const workspace = id === null || name === null ? null : { id, name };
    states.push({ ...webhookFromRow(row), workspace, waiting, last: await lastTried(context, row) });
  }
  return states;
}

/** The event that was tried last: the first one of those that wait, or the last one of those that ended. */
async function lastTried({ db }: Context, { key }: Row): Promise<WebhookState["last"]> {
  const deliveries = db
    .selectFrom("webhook_delivery as delivery")
    .innerJoin("webhook_event", "webhook_event.key", "delivery.event_key")
    .select(["type", "tried_at", "ended_at", "failed"])
    .where("webhook_key", "=", key);
  const ended = await deliveries
    .where("ended_at", "is not", null)
    .orderBy("ended_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const first = await db
    .selectFrom("webhook_lane as lane")
    .innerJoin("webhook_delivery as delivery", (join) =>
      join
        .onRef("delivery.webhook_key", "=", "lane.webhook_key")
        .onRef("delivery.lane", "=", "lane.lane")
        .on("delivery.ended_at", "is", null),
    )
    .innerJoin("webhook_event", "webhook_event.key", "delivery.event_key")
    .select(["type", "tried_at", "ended_at", "failed"])
    .where("lane.webhook_key", "=", key)
    .where("tried_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  const last = [ended, first].flatMap((one) => one ?? []).sort((a, b) => (b.tried_at ?? 0) - (a.tried_at ?? 0))[0];
  if (!last) return null;
  const state = last.ended_at === null ? "waiting" : last.failed === 1 ? "failed" : "delivered";
  return { event: last.type, state, triedAt: last.tried_at };
}

type NewWebhook = {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly description: string | null;
};

async function createWebhook(context: Context, input: NewWebhook): Promise<WithSecret> {
  requireOwner(context);
  const ofServer = context.db.selectFrom("webhook").where("workspace_id", "is", null);
  await refuseMore(ofServer, MOST_WEBHOOKS.ofServer, tooMany(MOST_WEBHOOKS.ofServer));
  return insert(context, null, input);
}

const tooMany = (most: number): string =>
  `You can't create more than ${most} webhooks. Please delete some of them first`;

async function createWorkspaceWebhook(
  context: Context,
  { workspaceId, ...input }: NewWebhook & OfWorkspace,
): Promise<WithSecret> {
  requireManager(context, workspaceId);
  await loadWorkspace(context, workspaceId);
  const { ofWorkspace, ofWorkspaces } = MOST_WEBHOOKS;
  const inWorkspace = context.db.selectFrom("webhook").where("workspace_id", "=", workspaceId);
  await refuseMore(inWorkspace, ofWorkspace, tooMany(ofWorkspace));
  const inAll = context.db.selectFrom("webhook").where("workspace_id", "is not", null);
  await refuseMore(inAll, ofWorkspaces, `All workspaces together can't have more than ${ofWorkspaces} webhooks`);
  return insert(context, workspaceId, input);
}

async function insert(
  context: Context,
  workspaceId: string | null,
  { url, events, description }: NewWebhook,
): Promise<WithSecret> {
  const { db, now } = context;
  const at = now();
  const row = await db
    .insertInto("webhook")
    .values({
      id: newId(),
      workspace_id: workspaceId,
      url,
      secret: randomBytes(64).toString("base64"),
      events: JSON.stringify(events),
      enabled: 1,
      description,
      paused_at: null,
      inserted_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await note(context, "webhook_created", row);
  return withSecret(row);
}

async function note(context: Context, kind: "webhook_created" | "webhook_changed" | "webhook_deleted", row: Row) {
  const workspace = row.workspace_id === null ? null : (await loadWorkspace(context, row.workspace_id)).name;
  await noteAudit(context, { kind, told: { host: new URL(row.url).host, workspace } });
}

/** Undefined members stay unchanged. */
type UpdateWebhook = OfWebhook & {
  readonly url: string | undefined;
  readonly events: readonly WebhookEvent[] | undefined;
  readonly enabled: boolean | undefined;
  readonly description: string | null | undefined;
};

/** A webhook that was paused goes on as soon as it is turned on. */
async function updateWebhook(context: Context, input: UpdateWebhook): Promise<Changed> {
  const row = await loadWebhook(context, input);
  const { url = row.url, description = row.description } = input;
  const events = input.events ? JSON.stringify(input.events) : row.events;
  const enabled = (input.enabled ?? row.enabled === 1) ? 1 : 0;
  const paused_at = input.enabled === undefined ? row.paused_at : null;
  const changed = { url, events, enabled, description, paused_at } as const;
  if (JSON.stringify(changed) === JSON.stringify(pick(row))) return toldChange(context, row);
  const after = { ...changed, updated_at: context.now() };
  await context.db.updateTable("webhook").set(after).where("key", "=", row.key).execute();
  if (enabled === 1 && row.enabled === 0) await tryForADay(context.db, row.key, after.updated_at);
  await note(context, "webhook_changed", { ...row, ...after });
  return toldChange(context, { ...row, ...after });
}

const pick = ({ url, events, enabled, description, paused_at }: Row) => ({
  url,
  events,
  enabled,
  description,
  paused_at,
});

/** What waits for it is removed in small parts (`sweepDeliveries`). */
async function deleteWebhook(context: Context, of: OfWebhook): Promise<Changed> {
  const row = await loadWebhook(context, of);
  await context.db.deleteFrom("webhook").where("key", "=", row.key).execute();
  await note(context, "webhook_deleted", row);
  return toldChange(context, row);
}

export const webhookCalls = {
  reads: { listWebhooks, listWebhookStates },
  writes: { createWebhook, createWorkspaceWebhook, updateWebhook, deleteWebhook },
} as const;
