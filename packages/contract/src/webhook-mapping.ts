import type { ToldDataset, ToldEvent, ToldRecord, ToldUser, Touched, Webhook } from "@postil/domain/webhooks/webhook";
import { workspaceToWire } from "./accounts/mapping.ts";
import { datasetToWire } from "./datasets/mapping.ts";
import { fieldToWire, metadataPropertyToWire, questionToWire, vectorSettingsToWire } from "./feedback/parts-mapping.ts";
import { recordToWire } from "./feedback/record-mapping.ts";
import type { WireChangedWebhook, WireWebhook } from "./webhooks.ts";
import { times, timeToWire } from "./wire/mapping.ts";

export const webhookToWire = (webhook: Webhook & { readonly secret: string }): WireWebhook => ({
  ...changedWebhookToWire(webhook),
  secret: webhook.secret,
});

export const changedWebhookToWire = (webhook: Webhook & { readonly secret: string | null }): WireChangedWebhook => ({
  id: webhook.id,
  url: webhook.url,
  secret: webhook.secret,
  events: [...webhook.events],
  enabled: webhook.enabled,
  description: webhook.description,
  ...times(webhook),
});

/** The body of an event. Every try has the same. */
export const eventBody = ({ type, at, told, about }: ToldEvent): string =>
  JSON.stringify({ type, version: 1, timestamp: timeToWire(at), data: dataOf(told, about) });

function dataOf(told: ToldEvent["told"], about: ToldDataset | null): object {
  if (told.kind === "ping") return { agent: "postil-server", version: told.version };
  if (about === null) throw new Error("Only a ping is about no dataset.");
  const dataset = toldDataset(about, told.touched);
  if (told.kind === "dataset") return dataset;
  const record = toldRecord(told, dataset);
  if (told.kind === "record") return record;
  const { response, user } = told;
  const { id, values, status } = response;
  return { id, values, status, record, user: toldUser(user), ...times(response) };
}

const toldUser = (user: ToldUser) => ({
  id: user.id,
  first_name: user.firstName,
  last_name: user.lastName,
  username: user.username,
  role: user.role,
  ...times(user),
});

function toldRecord({ record, isCompleted }: ToldRecord, dataset: object) {
  const { id, fields, metadata, external_id, inserted_at, updated_at } = recordToWire(record);
  const status = isCompleted ? "completed" : "pending";
  return { id, status, fields, metadata, external_id, dataset, inserted_at, updated_at };
}

/** Any number of submitted responses beyond the first one changes nothing (API-63). */
const DISTRIBUTION = { strategy: "overlap", min_submitted: 1 };

const withoutDataset = <T extends { readonly dataset_id: string }>({ dataset_id: _, ...part }: T) => part;

/** Many events say the same of their dataset. */
const definitions = new WeakMap<ToldDataset, object>();

function toldDataset(about: ToldDataset, touched: Touched = about.dataset): object {
  const definition = definitions.get(about) ?? definitionToWire(about);
  definitions.set(about, definition);
  return {
    ...definition,
    last_activity_at: timeToWire(touched.lastActivityAt),
    updated_at: timeToWire(touched.updatedAt),
  };
}

function definitionToWire({ dataset, workspace, ...parts }: ToldDataset): object {
  const { workspace_id: _, metadata: __, ...told } = datasetToWire({ ...dataset, metadata: null });
  return {
    ...told,
    distribution: DISTRIBUTION,
    workspace: workspaceToWire(workspace),
    questions: parts.questions.map((part) => withoutDataset(questionToWire(part))),
    fields: parts.fields.map((part) => withoutDataset(fieldToWire(part))),
    metadata_properties: parts.metadataProperties.map((part) => withoutDataset(metadataPropertyToWire(part))),
    vectors_settings: parts.vectorsSettings.map((part) => withoutDataset(vectorSettingsToWire(part))),
  };
}
