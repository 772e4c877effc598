import {
  type KnownResponse,
  type OwnResponse,
  type ResponseStatus,
  type ResponseValues,
  saysTheSame,
} from "../records/labeled-record.ts";
import { readTaskRecordKey } from "../tasks/record-key.ts";
import type { Micros } from "../time.ts";

/** `feedback` datasets have fields and questions, `tasks` datasets have a task of the older API. */
export type Family = "feedback" | "tasks";

/** Family of a record, read from its key. It is asked only when data of the record is written or read back. */
export const familyOf = (recordId: string): Family => (readTaskRecordKey(recordId) === null ? "feedback" : "tasks");

/** True if an answer of this status contains the values. A record of a task is discarded or reopened without values. */
export const saysTyped = (family: Family, status: ResponseStatus): boolean =>
  status === "submitted" || family === "feedback";

export type Intent =
  | { readonly kind: "save"; readonly status: ResponseStatus; readonly values: ResponseValues | null }
  | { readonly kind: "remove" };

/**
 * Why a save was given up: the server `refused` its content; the record or response is `lost` (deleted, or no longer
 * the reader's); another user `changed` the response since the reader saw it; or the server is `broken`: it failed on
 * every attempt. The answer stays here until the reader retries or discards it.
 */
export type Failure = { readonly kind: "refused" | "lost" | "changed" | "broken"; readonly detail: string };

/** The API calls that deliver an intent; `upsert` is the bulk call with one item. */
type Call = "create" | "update" | "upsert" | "remove";

/**
 * The request that is in progress. The intent may be replaced meanwhile, so the reply belongs to the intent named here.
 */
export type Sending = { readonly intentId: string; readonly call: Call };

/**
 * How far `base` can be trusted. `maybe`: a request was sent and got no reply, so the server may have carried it out.
 * `taken`: the server refused to create a response because one exists already; nothing else is known of it (FRS-15).
 */
export type Doubt = "none" | "maybe" | "taken";

export type EntryAction = {
  readonly id: string;
  /** Number of records of the action. */
  readonly size: number;
  readonly step: "do" | "undo" | "redo";
};

/** One record's undelivered answer. Only the last intent is kept, because it replaces the earlier ones. */
export type OutboxEntry = {
  readonly family: Family;
  readonly recordId: string;
  readonly datasetId: string;
  /** The record's number in the reader's session, for messages that name the record; null: unknown. */
  readonly position: number | null;
  readonly intent: Intent;
  /** Time the record was on the screen, ms, for the server's work history. */
  readonly shownFor: number | null;
  /** Null: an answer to this record alone. */
  readonly action: EntryAction | null;
  /** Every intent has a new id, so that a reply can be matched to its intent. */
  readonly intentId: string;
  /** When the reader asked for it, epoch ms; entries are sent in this order. */
  readonly wantedAt: number;
  /** The response the server is known to hold; null for none. */
  readonly base: KnownResponse | null;
  /** When this page received `base`, epoch ms. */
  readonly baseAt: number;
  readonly doubt: Doubt;
  /**
   * The responses that were sent without a reply since `base` was received; null stands for "no response". If the
   * server holds one of them, this reader wrote it.
   */
  readonly unanswered: readonly (OwnResponse | null)[];
  readonly sending: Sending | null;
  /** Number of consecutive requests that failed with a server error. */
  readonly attempts: number;
  /** Earliest time to send it, epoch ms. */
  readonly notBefore: number;
  readonly failure: Failure | null;
};

/** True if the entry belongs to an action on several records; such entries are sent together. */
export const isOfMany = ({ action }: Pick<OutboxEntry, "action">): boolean => action !== null && action.size > 1;

/** The response that the intent asks for. It keeps the id and the time of the response it changes. */
export function wanted({ intent, base }: Pick<OutboxEntry, "intent" | "base">): OwnResponse | null {
  if (intent.kind === "remove") return null;
  return {
    id: base?.id ?? null,
    status: intent.status,
    values: intent.values,
    updatedAt: base?.updatedAt ?? null,
  };
}

/** The entry after its request was sent, or may have been sent. */
export function asSent<Entry extends Pick<OutboxEntry, "intent" | "base" | "unanswered">>(entry: Entry): Entry {
  return { ...entry, unanswered: allOf(entry.unanswered, [wanted(entry)]) };
}

/** Both lists joined, without duplicates. */
export const allOf = (
  some: readonly (OwnResponse | null)[],
  others: readonly (OwnResponse | null)[],
): readonly (OwnResponse | null)[] => {
  const fresh = others.filter((other) => !some.some((one) => saysTheSame(one, other)));
  return fresh.length === 0 ? some : [...some, ...fresh];
};

/**
 * The response to show: the wanted one while it is being sent, the earlier one after the save was given up (FRS-14).
 */
export function shownResponse(entry: OutboxEntry): OwnResponse | null {
  return entry.failure === null ? wanted(entry) : entry.base;
}

type Answer = { readonly status: ResponseStatus; readonly values: ResponseValues | null };

/** Last change of the response, as the reader saw it; null: there was none; undefined: unknown. */
type Seen = { readonly seen: Micros | null | undefined };

/** One item of the bulk call; `answer` null withdraws the response. */
export type UpsertItem = Seen & { readonly recordId: string; readonly answer: Answer | null };

export type OutboxRequest =
  | ({ readonly call: "create"; readonly recordId: string } & Answer)
  | (Seen & { readonly call: "update"; readonly responseId: string } & Answer)
  | (UpsertItem & { readonly call: "upsert" })
  | (Seen & { readonly call: "remove"; readonly responseId: string });

/** The outcome of a request. `done` has the response that the server holds now. */
export type DeliveryOutcome =
  | { readonly kind: "done"; readonly response: KnownResponse | null }
  /** The server holds a response that the reader has not seen. */
  | { readonly kind: "conflict" }
  /** Like `conflict`, with the response that the server holds; null for none. */
  | { readonly kind: "changed"; readonly response: KnownResponse | null; readonly detail: string }
  /** The record or response of the call does not exist. */
  | { readonly kind: "missing"; readonly detail: string }
  | (Failure & { readonly kind: "refused" | "lost" | "broken" })
  /** No reply. */
  | { readonly kind: "unreachable" }
  /** A reply that says "not now". `retryAfter` in ms when the server named a time. */
  | { readonly kind: "put-off"; readonly retryAfter: number | null }
  | { readonly kind: "signed-out" };

/**
 * The next call for an entry (FRS-02 to FRS-04, FRS-09). If the response's id is known, the call uses it. The bulk call
 * (FRS-15) is used for many records at once, and when the server held another response than the reader knew (`taken`):
 * its reply contains the response that is there (FRS-17).
 */
export function requestFor(entry: OutboxEntry): OutboxRequest {
  const { recordId, intent, base, doubt } = entry;
  const seen = base === null ? null : (base.updatedAt ?? undefined);
  const answer = intent.kind === "remove" ? null : { status: intent.status, values: intent.values };
  if (doubt === "taken" || isOfMany(entry)) return { call: "upsert", recordId, answer, seen };
  if (base !== null && answer === null) return { call: "remove", responseId: base.id, seen };
  if (answer === null) return { call: "upsert", recordId, answer, seen };
  return base === null
    ? { call: "create", recordId, ...answer }
    : { call: "update", responseId: base.id, seen, ...answer };
}
