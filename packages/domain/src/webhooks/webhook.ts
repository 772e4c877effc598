import type { User, Workspace } from "../accounts/users.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Field } from "../datasets/field.ts";
import type { MetadataProperty, VectorSettings } from "../datasets/metadata-property.ts";
import type { Question } from "../datasets/question.ts";
import type { FeedbackRecord, FeedbackResponse } from "../records/record.ts";
import { DAY, type Micros } from "../time.ts";

/** Events for programs (HOK): a webhook is an address that the server tells what happens in feedback datasets. */

export const WEBHOOK_EVENTS = [
  ...(["dataset.created", "dataset.updated", "dataset.deleted", "dataset.published"] as const),
  ...(["record.created", "record.updated", "record.deleted", "record.completed"] as const),
  ...(["response.created", "response.updated", "response.deleted"] as const),
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** A ping is sent by its call alone, whatever events a webhook has. */
export type SentEvent = WebhookEvent | "ping";

export type Webhook = {
  readonly id: string;
  /** Null: it hears of the datasets of all workspaces. */
  readonly workspaceId: string | null;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly enabled: boolean;
  readonly description: string | null;
  /** When the server stopped taking events for it, because too many were waiting; null: it did not. */
  readonly pausedAt: Micros | null;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

export const WEBHOOK_URL = { max: 2000 };
export const WEBHOOK_DESCRIPTION = { min: 1, max: 1000 };

/** Of the whole server, of one workspace, and of all workspaces together. */
export const MOST_WEBHOOKS = { ofServer: 10, ofWorkspace: 10, ofWorkspaces: 50 };

/** What may wait for one webhook; `bytes` of the stored events. Beyond it the webhook is paused. */
export const MOST_WAITING = { events: 100_000, bytes: 64 * 2 ** 20 };

/** Deliveries of a webhook that are kept after their end. */
export const DELIVERIES_KEPT = 200;

export type DeliveryState = "waiting" | "delivered" | "failed";

/** One event for one webhook, with the outcome of its last try. */
export type Delivery = {
  /** The id that the receiver gets with every try. */
  readonly id: string;
  readonly event: SentEvent;
  readonly at: Micros;
  readonly state: DeliveryState;
  readonly tries: number;
  readonly triedAt: Micros | null;
  /** Null: there is no next try, or earlier events of the dataset are tried first. */
  readonly nextAt: Micros | null;
  /** The status of the receiver's answer; null if there was none. */
  readonly status: number | null;
  /** The beginning of the answer, or why there was none. */
  readonly answer: string | null;
};

/** A webhook as the page lists it. */
export type WebhookState = Omit<Webhook, "workspaceId"> & {
  readonly workspace: Pick<Workspace, "id" | "name"> | null;
  /** How many events wait. */
  readonly waiting: number;
  /** What was tried last; null: nothing yet. */
  readonly last: Pick<Delivery, "event" | "state" | "triedAt"> | null;
};

/** Only these answers count as received. */
export const isReceived = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

const FIRST_PAUSE: Micros = 5_000_000;
const LONGEST_PAUSE: Micros = 3_600_000_000;

type Failed = {
  readonly event: SentEvent;
  /** Tries so far, from 1. */
  readonly tries: number;
  /** Since when the server tries to deliver it. */
  readonly since: Micros;
  readonly now: Micros;
  /** From 0 to 1. */
  readonly random: number;
};

/**
 * When a failed delivery is tried again: after 5 s, 15 s, 45 s ... an hour, a fifth more or less, for a day. Null: never
 * again. A ping is a question of now, and has one try.
 */
export function nextTry({ event, tries, since, now, random }: Failed): Micros | null {
  if (event === "ping" || now - since >= DAY) return null;
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 3 ** (tries - 1));
  return Math.min(since + DAY, now + Math.round(pause * (0.8 + 0.4 * random)));
}

/** True if a record counts as completed: somebody submitted a response to it. */
export const isCompleted = (statuses: readonly string[]): boolean => statuses.includes("submitted");

/** What events say of their dataset, as it was then. */
export type ToldDataset = {
  readonly dataset: Dataset;
  readonly workspace: Workspace;
  readonly fields: readonly Field[];
  readonly questions: readonly Question[];
  readonly metadataProperties: readonly MetadataProperty[];
  readonly vectorsSettings: readonly VectorSettings[];
};

export type ToldRecord = { readonly record: FeedbackRecord; readonly isCompleted: boolean };
export type ToldUser = Omit<User, "apiKey">;

/** The times of the dataset at the event: each answer changes them. */
export type Touched = Pick<Dataset, "lastActivityAt" | "updatedAt">;

/** What an event says besides its dataset. */
export type Told =
  | { readonly kind: "ping"; readonly version: string }
  | ({ readonly kind: "dataset" } | RecordTold | ResponseTold);
type RecordTold = { readonly kind: "record" } & ToldRecord;
type ResponseTold = {
  readonly kind: "response";
  readonly response: FeedbackResponse;
  readonly user: ToldUser;
} & ToldRecord;

export type ToldEvent = {
  readonly type: SentEvent;
  readonly at: Micros;
  /** `touched` is absent in a ping, and in what an earlier version has kept. */
  readonly told: Told & { readonly touched?: Touched };
  /** Null for a ping. */
  readonly about: ToldDataset | null;
};
