import { type KnownResponse, type OwnResponse, type ResponseValues, saysTheSame } from "../records/record-status.ts";
import type { ResponseStatus } from "../records/response.ts";
import type { Family } from "./family.ts";

/** What the reader wants the response to a record to be. */
export type Intent =
  | { readonly kind: "save"; readonly status: ResponseStatus; readonly values: ResponseValues | null }
  | { readonly kind: "remove" };

/**
 * Why a save was given up: `refused` by the server for what it says, `lost` as what it is about is not there or not theirs any
 * more, `changed` by somebody else since the reader saw it, or the server `broken` on it time after time. The answer stays here until
 * the reader retries or lets go of it.
 */
export type Failure = { readonly kind: "refused" | "lost" | "changed" | "broken"; readonly detail: string };

/** The calls of the API that an intent is delivered by; `upsert` is the bulk call with one item. */
export type Call = "create" | "update" | "upsert" | "remove";

/** The request under way: an intent may be replaced meanwhile, and the reply must be read for what was sent. */
export type Sending = { readonly intentId: string; readonly call: Call };

/**
 * How far `base` can be trusted. `maybe`: a request went out whose reply never came, so it may have been carried out.
 * `taken`: creating was refused because there is a response already, of which we know nothing else (FRS-15).
 */
export type Doubt = "none" | "maybe" | "taken";

/** An action on many records, or one that takes another back or does it once more. */
export type EntryAction = {
  readonly id: string;
  /** Records it was done to. */
  readonly size: number;
  readonly step: "do" | "undo" | "redo";
};

/** One record's undelivered answer. Only the last intent is kept: the ones before it are of no use to anybody. */
export type OutboxEntry = {
  readonly family: Family;
  readonly recordId: string;
  readonly datasetId: string;
  /** The number the record had in the reader's session, for the texts that speak of it. */
  readonly position: number | null;
  readonly intent: Intent;
  /** How long the record had been on the screen, ms; for the server's history of work. */
  readonly shownFor: number | null;
  /** Null: an answer to this record alone. */
  readonly action: EntryAction | null;
  /** Changes with every intent, so that a reply is matched to what it answers. */
  readonly intentId: string;
  /** When it was wanted, epoch ms; the queue is served in this order. */
  readonly wantedAt: number;
  /** The response the server is known to hold; null for none. */
  readonly base: KnownResponse | null;
  /** When `base` was learned, epoch ms. */
  readonly baseAt: number;
  readonly doubt: Doubt;
  /** What was sent without a reply since `base` was learned, null for none: where the server holds any of it, it is this reader's own. */
  readonly unanswered: readonly (OwnResponse | null)[];
  readonly sending: Sending | null;
  /** Requests in a row that the server broke on. */
  readonly attempts: number;
  /** Not to be sent earlier than this, epoch ms. */
  readonly notBefore: number;
  readonly failure: Failure | null;
};

/** Those of an action on many go together. */
export const isOfMany = ({ action }: Pick<OutboxEntry, "action">): boolean => action !== null && action.size > 1;

/** The response an intent asks for; it keeps the identity of the one it changes. */
export function wanted({ intent, base }: Pick<OutboxEntry, "intent" | "base">): OwnResponse | null {
  if (intent.kind === "remove") return null;
  return {
    id: base?.id ?? null,
    status: intent.status,
    values: intent.values,
    updatedAt: base?.updatedAt ?? null,
  };
}

/** The entry once what it asks for was sent, or may have been. */
export function asSent<Entry extends Pick<OutboxEntry, "intent" | "base" | "unanswered">>(entry: Entry): Entry {
  return { ...entry, unanswered: allOf(entry.unanswered, [wanted(entry)]) };
}

/** Each once. */
export const allOf = (
  some: readonly (OwnResponse | null)[],
  others: readonly (OwnResponse | null)[],
): readonly (OwnResponse | null)[] => {
  const fresh = others.filter((other) => !some.some((one) => saysTheSame(one, other)));
  return fresh.length === 0 ? some : [...some, ...fresh];
};

/** The response to show: the wanted one while it is on its way, the earlier one once it was given up (FRS-14). */
export function shownResponse(entry: OutboxEntry): OwnResponse | null {
  return entry.failure === null ? wanted(entry) : entry.base;
}
