import type { KnownResponse, ResponseValues } from "../records/record-status.ts";
import type { ResponseStatus } from "../records/response.ts";
import type { Micros } from "../time.ts";
import { type Failure, isOfMany, type OutboxEntry } from "./outbox-entry.ts";

type Answer = { readonly status: ResponseStatus; readonly values: ResponseValues | null };

/**
 * When the response that the call changes was last changed, as the reader saw it; null: there was none; undefined:
 * unknown.
 */
type Seen = { readonly seen: Micros | null | undefined };

/** One item of the bulk call; `answer` null withdraws the response. */
export type UpsertItem = Seen & { readonly recordId: string; readonly answer: Answer | null };

/** The call that brings the server one step closer to the intent. */
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
  /** No reply, or one that says "not now". `retryAfter` in ms when the server named a time. */
  | { readonly kind: "unreachable"; readonly retryAfter: number | null }
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
