import { failureOf } from "../../../lib/api/failure.ts";
import { asObject } from "../../../lib/storage.ts";

/** What the server says of a query that it cannot read (contract api-v0 1.3); null: something else went wrong, or nothing. */
export function refusedQuery(failure: Error | null): string | null {
  const { status, body } = failureOf(failure) ?? {};
  const { code, params } = asObject(asObject(body)?.detail) ?? {};
  const message = asObject(params)?.message;
  if (status !== 400 || typeof code !== "string" || !code.endsWith("::InvalidTextSearchError")) return null;
  return typeof message === "string" ? message : "";
}
