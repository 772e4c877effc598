import { asObject } from "@postil/domain/json-object";
import { failureOf } from "../../../lib/api/failure.ts";

/** The server's message about a query that it cannot read (contract api-v0 1.3); null for other failures or none. */
export function refusedQuery(failure: Error | null): string | null {
  const params = refusal(failure, "InvalidTextSearchError");
  if (params === null) return null;
  return typeof params.message === "string" ? params.message : "";
}

/** True if the search failed because the dataset is closed. */
export const isClosed = (failure: Error | null): boolean => refusal(failure, "ClosedDatasetError") !== null;

function refusal(failure: Error | null, error: string) {
  const { status, body } = failureOf(failure) ?? {};
  const { code, params } = asObject(asObject(body)?.detail) ?? {};
  if (status !== 400 || typeof code !== "string" || !code.endsWith(`::${error}`)) return null;
  return asObject(params) ?? {};
}
