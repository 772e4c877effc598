import { asObject, type JsonObject } from "@postil/domain/json-object";
import type { FailureCode } from "./failure-codes.ts";

/** A request without a usable answer. `status` is null when no reply came: no network, a timeout, or an unreadable body. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number | null;
  /** The reply's JSON, null when there is none. */
  readonly body: unknown;
  /** The `Retry-After` header of the reply, unparsed. */
  readonly retryAfter: string | null;

  constructor(
    status: number | null,
    body: unknown,
    message: string,
    cause?: unknown,
    retryAfter: string | null = null,
  ) {
    super(message, { cause });
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** The error of a call that has its own failure code (API-28, API-29). The requirements' 26.2 lists the codes. */
export class RepositoryError extends Error {
  override readonly name = "RepositoryError";
  readonly response: FailureCode;
  override readonly cause: ApiFailure;

  constructor(response: FailureCode, cause: ApiFailure) {
    super(response);
    this.response = response;
    this.cause = cause;
  }
}

/** The server's facts about a caller that it does not know, or no longer knows (docs/contract/own.md). */
export const unknownCallerFacts = ({ body }: ApiFailure): JsonObject | null =>
  asObject(asObject(asObject(body)?.detail)?.params);

/** The failed request behind a caught error. Null when the error is something else, such as an abort. */
export function failureOf(error: unknown): ApiFailure | null {
  if (error instanceof ApiFailure) return error;
  return error instanceof Error && error.cause instanceof ApiFailure ? error.cause : null;
}

/** True if the dataset cannot be opened: access refused, dataset missing, or an invalid id (ROL-14). */
export const cannotBeOpened = (status: number | null): boolean => status === 403 || status === 404 || status === 422;
