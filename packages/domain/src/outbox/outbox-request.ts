import type { KnownResponse, ResponseValues } from "../records/record-status.ts";
import type { ResponseStatus } from "../records/response.ts";
import type { Failure, OutboxEntry } from "./outbox-entry.ts";

type Answer = { readonly status: ResponseStatus; readonly values: ResponseValues | null };

/** The call that brings the server one step closer to the intent. */
export type OutboxRequest =
  | ({ readonly call: "create"; readonly recordId: string } & Answer)
  | ({ readonly call: "update"; readonly responseId: string } & Answer)
  | ({ readonly call: "upsert"; readonly recordId: string } & Answer)
  | { readonly call: "remove"; readonly responseId: string };

/** What became of a request. `done` carries the response the server holds now. */
export type DeliveryOutcome =
  | { readonly kind: "done"; readonly response: KnownResponse | null }
  /** There is a response already, of whose id we do not know. */
  | { readonly kind: "conflict" }
  /** What the response was to change says something else by now, which the reader has not seen. */
  | { readonly kind: "changed"; readonly response: KnownResponse; readonly detail: string }
  /** What the call was about is not there. */
  | { readonly kind: "missing"; readonly detail: string }
  | (Failure & { readonly kind: "refused" | "lost" | "broken" })
  /** No reply, or one that says "not now". `retryAfter` in ms when the server named a time. */
  | { readonly kind: "unreachable"; readonly retryAfter: number | null }
  | { readonly kind: "signed-out" };

/**
 * The next call for an entry (FRS-02 to FRS-04, FRS-09). By the response's id wherever it is known; over a response that
 * we know nothing of, by the bulk call (FRS-15). To remove one that may be there its id must be known first, so an empty
 * draft is written over it.
 */
export function requestFor({ recordId, intent, base, doubt }: OutboxEntry): OutboxRequest {
  const responseId = base?.id ?? null;
  if (intent.kind === "remove") {
    return responseId === null
      ? { call: "upsert", recordId, status: "draft", values: null }
      : { call: "remove", responseId };
  }
  const answer = { status: intent.status, values: intent.values };
  if (responseId !== null) return { call: "update", responseId, ...answer };
  return { call: doubt === "taken" ? "upsert" : "create", recordId, ...answer };
}
