import { AuthorizationResponseError, ResponseBodyError } from "openid-client";
import { AnsweredWithError, NotReached, NotTrusted } from "./bounded-fetch.ts";
import { ProviderFailed, type ProviderFailure } from "./provider-failed.ts";

/** The codes by which providers refuse a code of their own; the second is GitHub's. */
const CODE_REFUSED = new Set(["invalid_grant", "bad_verification_code"]);

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

export function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailed) return error.reason;
  if (error instanceof NotReached) return "unreachable";
  if (error instanceof NotTrusted) return "untrusted";
  if (error instanceof AnsweredWithError) return "failing";
  if (error instanceof AuthorizationResponseError) return "denied";
  if (error instanceof ResponseBodyError) return CODE_REFUSED.has(error.error) ? "codeRefused" : "unreadable";
  if (codeOf(error) === "OAUTH_TIMEOUT") return "late";
  return codeOf(error) === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED" ? "clocks" : "unreadable";
}

/** For the log: what happened, without anything that the provider or the page sent but its own code for it. */
export function describeFailure(error: unknown): string {
  if (error instanceof ResponseBodyError)
    return `it answered ${error.status} ${/^\w{1,60}$/.exec(error.error)?.[0] ?? ""}`;
  if (error instanceof NotReached || error instanceof NotTrusted || error instanceof AnsweredWithError)
    return error.message;
  return codeOf(error) || (error instanceof Error ? error.name : typeof error);
}
