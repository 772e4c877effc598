import { asObject } from "@postil/domain/json-object";
import { type DeliveryOutcome, type OutboxEntry, requestFor } from "@postil/domain/outbox/outbox-entry";
import type { KnownResponse } from "@postil/domain/records/labeled-record";
import { type ApiFailure, errorMessage, failureOf } from "../api/failure.ts";
import { namedWait } from "../api/named-wait.ts";
import { ChangedMeanwhile, type Delivery, type FamiliesApi, type UpsertResult } from "./ports.ts";

/** Sends the next call for entries that belong together. Never rejects: a failure is an outcome. */
export async function deliver(
  api: FamiliesApi,
  entries: readonly OutboxEntry[],
): Promise<ReadonlyMap<OutboxEntry, DeliveryOutcome>> {
  const [first] = entries;
  const outcomes = first === undefined ? [] : await outcomesOf(() => call(api, first, entries));
  const all = Array.isArray(outcomes) ? outcomes : entries.map(() => outcomes);
  return new Map(entries.map((entry, at) => [entry, all[at] ?? { kind: "broken", detail: "" }]));
}

/** Returns a single outcome for all entries when the call failed as a whole. */
async function outcomesOf(make: () => Promise<DeliveryOutcome[]>): Promise<DeliveryOutcome[] | DeliveryOutcome> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return { kind: "changed", response: error.response, detail: error.message };
    const failure = failureOf(error);
    if (failure !== null) return outcomeOfError(failure.status, detailOf(failure), namedWait(failure));
    // Not a failed request: a bug here, or a reply that breaks the contract.
    console.error("An answer could not be sent", error);
    return { kind: "broken", detail: String(error) };
  }
}

async function call(
  api: FamiliesApi,
  entry: OutboxEntry,
  together: readonly OutboxEntry[],
): Promise<DeliveryOutcome[]> {
  const request = requestFor(entry);
  const { family, datasetId, shownFor, base, unanswered } = entry;
  const note = { family, datasetId, shownFor, base, unanswered, ...("seen" in request ? { seen: request.seen } : {}) };
  switch (request.call) {
    case "create":
      return [done(await api.create(request.recordId, request, note))];
    case "update":
      return [done(await api.update(request.responseId, request, note))];
    case "upsert": {
      const items = together.flatMap((one) => {
        const asked = requestFor(one);
        return asked.call === "upsert" ? [{ ...asked, base: one.base, unanswered: one.unanswered }] : [];
      });
      return (await api.upsert(items, note)).map(outcomeOfItem);
    }
    case "remove":
      await api.remove(request.responseId, note);
      return [done(null)];
  }
}

function outcomeOfItem(result: UpsertResult): DeliveryOutcome {
  if ("item" in result) return done(result.item);
  if ("changed" in result) return { kind: "changed", response: result.changed, detail: result.by ?? "" };
  return { kind: result.lost ? "lost" : "refused", detail: result.refused };
}

/** The server's sentence unchanged. The code that shows it marks it as an error. */
function detailOf(failure: ApiFailure): string {
  const detail = asObject(failure.body)?.detail;
  return typeof detail === "string" ? detail : errorMessage(failure).lines.join("\n");
}

const done = (response: KnownResponse | null): DeliveryOutcome => ({ kind: "done", response });

/** Statuses that mean "not now": too slow, too many requests, a full disk, or a proxy whose server is starting or gone. */
const NOT_NOW = new Set([408, 425, 429, 502, 503, 504, 507]);

/**
 * Maps a failed call to its outcome. `status` is null when no reply arrived.
 * @param retryAfter ms the server asked us to wait, null when it did not
 */
export function outcomeOfError(
  status: number | null,
  detail: string,
  retryAfter: number | null = null,
): DeliveryOutcome {
  if (status === null) return { kind: "unreachable" };
  if (NOT_NOW.has(status)) return { kind: "put-off", retryAfter };
  if (status === 401) return { kind: "signed-out" };
  if (status === 404) return { kind: "missing", detail };
  if (status === 409) return { kind: "conflict" };
  if (status === 403) return { kind: "lost", detail };
  return { kind: status >= 500 ? "broken" : "refused", detail };
}

/** The number of server confirmations at a moment. */
export type Mark = number;

/**
 * The server's last confirmed response of each record in this session. Code that read records at a mark asks for later
 * confirmations.
 */
export function createConfirmed() {
  const last = new Map<string, { readonly response: KnownResponse | null; readonly at: Mark }>();
  let count = 0;
  return {
    note({ recordId, response }: Delivery): void {
      count += 1;
      last.set(recordId, { response, at: count });
    },
    mark: (): Mark => count,
    /** Null: the record has no response now. Undefined: the server has confirmed nothing since. */
    of(recordId: string, since: Mark): KnownResponse | null | undefined {
      const said = last.get(recordId);
      return said !== undefined && said.at > since ? said.response : undefined;
    },
  };
}
