import { asObject } from "@postil/domain/json-object";
import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { type DeliveryOutcome, requestFor } from "@postil/domain/outbox/outbox-request";
import type { KnownResponse } from "@postil/domain/records/record-status";
import { errorMessage } from "../api/error-lines.ts";
import { type ApiFailure, failureOf } from "../api/failure.ts";
import { outcomeOfError } from "./outcome-of-error.ts";
import { ChangedMeanwhile, type ResponsesApi } from "./ports.ts";

/** Carries out the next call of an entry. Never rejects: a failure is an outcome. */
export async function deliver(api: ResponsesApi, entry: OutboxEntry): Promise<DeliveryOutcome> {
  try {
    return await call(api, entry);
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return { kind: "changed", response: error.response, detail: error.message };
    const failure = failureOf(error);
    if (failure !== null) return outcomeOfError(failure.status, detailOf(failure));
    // No failed request but a mistake of ours, or a reply that is not what the contract says.
    console.error("An answer could not be sent", error);
    return { kind: "broken", detail: String(error) };
  }
}

async function call(api: ResponsesApi, entry: OutboxEntry): Promise<DeliveryOutcome> {
  const { datasetId, shownFor, base, unanswered } = entry;
  const note = { datasetId, shownFor, base, unanswered };
  const request = requestFor(entry);
  switch (request.call) {
    case "create":
      return done(await api.create(request.recordId, request, note));
    case "update":
      return done(await api.update(request.responseId, request, note));
    case "upsert": {
      const result = await api.upsert(request.recordId, request, note);
      return "item" in result ? done(result.item) : { kind: "refused", detail: result.refused };
    }
    case "remove":
      await api.remove(request.responseId, note);
      return done(null);
  }
}

/** The server's sentence as it stands; whoever shows it says that it is an error. */
function detailOf(failure: ApiFailure): string {
  const detail = asObject(failure.body)?.detail;
  return typeof detail === "string" ? detail : errorMessage(failure).lines.join("\n");
}

const done = (response: KnownResponse | null): DeliveryOutcome => ({ kind: "done", response });
