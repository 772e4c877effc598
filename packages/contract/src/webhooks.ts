import {
  MOST_WEBHOOKS,
  WEBHOOK_DESCRIPTION,
  WEBHOOK_EVENTS,
  WEBHOOK_URL,
  type WebhookEvent,
} from "@postil/domain/webhooks/webhook";
import { z } from "zod";
import { route } from "./route.ts";
import { leaf, oneOf, text, textRefusal } from "./wire/leaf.ts";
import { id, int, itemsOf, stamps, time } from "./wire/replies.ts";
import { list, nonNull } from "./wire/shape.ts";

const sentEvent = z.enum([...WEBHOOK_EVENTS, "ping"]);
const state = z.enum(["waiting", "delivered", "failed"]);
const events = z.array(z.enum(WEBHOOK_EVENTS));

/** As clients 2.x know it. */
export const WireWebhook = z.object({
  id,
  url: z.string(),
  secret: z.string(),
  events,
  enabled: z.boolean(),
  description: z.string().nullable(),
  ...stamps,
});
export type WireWebhook = z.output<typeof WireWebhook>;

/** After a change. Null: the caller is no owner. */
const WireChangedWebhook = WireWebhook.extend({ secret: z.string().nullable() });
export type WireChangedWebhook = z.output<typeof WireChangedWebhook>;

/** A webhook without its secret, with what the page shows of it. */
const WireWebhookState = WireWebhook.omit({ secret: true }).extend({
  /** Null: it hears of all workspaces. */
  workspace: z.object({ id, name: z.string() }).nullable(),
  paused_at: time.nullable(),
  /** Events that are not delivered yet. */
  waiting: int,
  last: z.object({ event: sentEvent, state, tried_at: time.nullable() }).nullable(),
});
export type WireWebhookState = z.output<typeof WireWebhookState>;

const WireDelivery = z.object({
  id: z.string(),
  event: sentEvent,
  at: time,
  state,
  tries: int,
  tried_at: time.nullable(),
  next_at: time.nullable(),
  status: int.nullable(),
  answer: z.string().nullable(),
});
export type WireDelivery = z.output<typeof WireDelivery>;

const badUrl = (msg: string) => ({ refused: { type: "value_error.url", msg } });

const ADDRESS = /^https?:\/\/[^\s/?#@\\]+(?:[/?#][^\s\\]*)?$/i;

/** An address of http or https; what it leads to is checked when it is called. */
const webhookUrl = leaf<string>(
  (value) => {
    if (typeof value !== "string") return badUrl("str type expected");
    const refused = textRefusal(value, WEBHOOK_URL);
    if (refused) return { refused };
    return ADDRESS.test(value)
      ? { ok: value }
      : badUrl("an address of http or https without a name and a password expected");
  },
  { type: "string", format: "uri", maxLength: WEBHOOK_URL.max },
);

const someEvents = list(oneOf(WEBHOOK_EVENTS), { min: 1, max: WEBHOOK_EVENTS.length }).refine(
  (given: readonly WebhookEvent[]) => new Set(given).size === given.length,
  { message: "each event can be named once", params: { type: "value_error.list.unique_items" } },
);

const made = { url: webhookUrl, events: someEvents, description: text(WEBHOOK_DESCRIPTION).nullish() };

/** Webhooks: those of the server as clients 2.x call them, and Postil's own calls for those of a workspace. */
export const webhookRoutes = {
  listWebhooks: route("GET", "/api/v1/webhooks", "owner", {
    summary: "The webhooks that hear of the datasets of all workspaces, with their secrets, oldest first",
    replies: { 200: itemsOf(WireWebhook) },
  }),
  createWebhook: route("POST", "/api/v1/webhooks", "owner", {
    givesAccess: true,
    summary: `Make a webhook that hears of the datasets of all workspaces; there can be ${MOST_WEBHOOKS.ofServer}`,
    body: z.object(made),
    replies: { 201: WireWebhook },
  }),
  updateWebhook: route("PATCH", "/api/v1/webhooks/:webhook_id", "manager", {
    givesAccess: true,
    summary: "Change a webhook, or turn it off or on",
    body: nonNull(
      {
        url: webhookUrl.optional(),
        events: someEvents.optional(),
        enabled: z.boolean().optional(),
        description: made.description,
      },
      ["url", "events", "enabled"],
    ),
    replies: { 200: WireChangedWebhook },
  }),
  deleteWebhook: route("DELETE", "/api/v1/webhooks/:webhook_id", "manager", {
    summary: "Delete a webhook; what waits for it is not sent any more",
    replies: { 200: WireChangedWebhook },
  }),
  pingWebhook: route("POST", "/api/v1/webhooks/:webhook_id/ping", "manager", {
    summary: "Send the event `ping` to a webhook",
  }),
  listWebhookStates: route("GET", "/api/postil/v1/webhooks", "privileged", {
    summary: "The webhooks the caller manages, without their secrets: of the server for owners, and of workspaces",
    replies: { 200: itemsOf(WireWebhookState) },
  }),
  createWorkspaceWebhook: route("POST", "/api/postil/v1/workspaces/:workspace_id/webhooks", "manager", {
    givesAccess: true,
    summary: `Make a webhook that hears of the datasets of one workspace; there can be ${MOST_WEBHOOKS.ofWorkspace}`,
    body: z.object(made),
    replies: { 201: WireWebhook },
  }),
  listWebhookDeliveries: route("GET", "/api/postil/v1/webhooks/:webhook_id/deliveries", "manager", {
    summary: "The events of a webhook that wait, the first ones first, and those that ended, the last ones first",
    replies: { 200: z.object({ waiting: z.array(WireDelivery), ended: z.array(WireDelivery) }) },
  }),
  sendWebhookDelivery: route("POST", "/api/postil/v1/webhooks/:webhook_id/deliveries/:delivery_id/send", "manager", {
    summary: "Send an event to a webhook again, with the same id, or try one that waits now",
  }),
};
