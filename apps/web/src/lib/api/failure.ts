import { asObject, type JsonObject } from "@postil/domain/json-object";
import type { FailureCode } from "./failure-codes.ts";

/** A request without a usable answer. `status` is null when no reply came: no network, a timeout, a broken body. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number | null;
  /** The reply's JSON, null when there is none. */
  readonly body: unknown;
  /** The reply's header of that name, as it came. */
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

/** What callers of a call with a code of its own catch (API-28, API-29); the requirements' 26.2 lists the codes. */
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

/** What the server says of a caller it does not know, or knows no more (docs/contract/own.md). */
export const unknownCallerFacts = ({ body }: ApiFailure): JsonObject | null =>
  asObject(asObject(asObject(body)?.detail)?.params);

/** The failed request behind whatever a caller caught; null when it was something else, such as an abort. */
export function failureOf(error: unknown): ApiFailure | null {
  if (error instanceof ApiFailure) return error;
  return error instanceof Error && error.cause instanceof ApiFailure ? error.cause : null;
}

/** Refused, missing, or an id that cannot be one: the dataset cannot be opened (ROL-14). */
export const cannotBeOpened = (status: number | null): boolean => status === 403 || status === 404 || status === 422;
