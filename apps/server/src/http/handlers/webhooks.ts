import { deliveryToWire, webhookStateToWire } from "@postil/contract/accounts/administration-mapping";
import { changedWebhookToWire, webhookToWire } from "@postil/contract/webhook-mapping";
import { Refusal } from "@postil/domain/refusal";
import { VERSION } from "../../version.ts";
import { type Handlers, noBody } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

/** Webhooks of the server and of workspaces, and what was sent to them. */
export function webhookHandlers({ store, webhooks }: HandlerParts) {
  const refuseAddress = (url: string | undefined): void => {
    if (url === undefined) return;
    if (!URL.canParse(url)) throw new Refusal("unprocessable", `\`${url}\` is no address of http or https`);
    if (webhooks.mayCall(url)) return;
    const how = "The setting POSTIL_WEBHOOKS_PRIVATE names the addresses there that webhooks may call";
    throw new Refusal("unprocessable", `The address \`${url}\` is inside the server's own network. ${how}.`);
  };
  /** There is something new to send, or a webhook to send it to. */
  const waking = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work;
    webhooks.wake();
    return done;
  };

  return {
    listWebhooks: async (_asked, { caller }) => ({
      items: (await store.read("listWebhooks", caller, undefined)).map(webhookToWire),
    }),
    createWebhook: async ({ body: { url, events, description = null } }, { caller }) => {
      refuseAddress(url);
      return webhookToWire(await waking(store.write("createWebhook", caller, { url, events, description })));
    },
    createWorkspaceWebhook: async ({ params, body: { url, events, description = null } }, { caller }) => {
      refuseAddress(url);
      const made = { workspaceId: params.workspace_id, url, events, description };
      return webhookToWire(await waking(store.write("createWorkspaceWebhook", caller, made)));
    },
    updateWebhook: async ({ params, body: { url, events, enabled, description } }, { caller }) => {
      refuseAddress(url);
      const change = { webhookId: params.webhook_id, url, events, enabled, description };
      return changedWebhookToWire(await waking(store.write("updateWebhook", caller, change)));
    },
    deleteWebhook: async ({ params }, { caller }) => {
      const deleted = await store.write("deleteWebhook", caller, { webhookId: params.webhook_id });
      webhooks.sweep();
      return changedWebhookToWire(deleted);
    },
    pingWebhook: ({ params }, { caller }) =>
      noBody(waking(store.write("pingWebhook", caller, { webhookId: params.webhook_id, version: VERSION }))),
    listWebhookStates: async (_asked, { caller }) => ({
      items: (await store.read("listWebhookStates", caller, undefined)).map(webhookStateToWire),
    }),
    listWebhookDeliveries: async ({ params }, { caller }) => {
      const { waiting, ended } = await store.read("listWebhookDeliveries", caller, { webhookId: params.webhook_id });
      return { waiting: waiting.map(deliveryToWire), ended: ended.map(deliveryToWire) };
    },
    sendWebhookDelivery: ({ params }, { caller }) => {
      const sent = { webhookId: params.webhook_id, deliveryId: params.delivery_id };
      return noBody(waking(store.write("sendAgain", caller, sent)));
    },
  } satisfies Partial<Handlers>;
}
