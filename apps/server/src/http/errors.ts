import type { Socket } from "node:net";
import type { WireError } from "@postil/contract/wire/leaf";
import { Refusal, type RefusalCode } from "@postil/domain/refusal";
import { DISK_FULL, Ended, Interrupted, OutOfMemory, StorageFailure } from "../storage/failure.ts";
import { ALWAYS } from "./headers.ts";

/** Status and body of every error reply, in one place (contract api-v1 1.3, API-30, API-31). */

type ErrorReply = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: { readonly [name: string]: string };
};

/** A request that does not match the schema, with all its errors. */
export class Malformed extends Error {
  readonly errors: readonly WireError[];
  constructor(errors: readonly WireError[]) {
    super("The request does not match the schema.");
    this.errors = errors;
  }
}

/** AUT-14: the caller has to wait before the next attempt to sign in. */
export class TooManyAttempts extends Refusal {
  readonly seconds: number;
  /** `why`: a full sentence. */
  constructor(seconds: number, why: string) {
    super("too_many", `${why} Try again in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`);
    this.seconds = seconds;
  }
}

const BUSY = "The server is busy with other large requests.";

/** There is no memory for this request now, and nothing of it was done. A later attempt may succeed. */
export class Busy extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super(`${BUSY} Try again in ${seconds} seconds.`);
    this.seconds = seconds;
  }
}

const STATUS: { readonly [C in RefusalCode]: number } = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  unprocessable: 422,
  missing_vector: 422,
  bad_request: 400,
  missing_input: 400,
  too_many: 429,
  not_confirmed: 401,
  provider_failed: 502,
  provider_late: 504,
  wrong_task: 400,
  closed_dataset: 400,
  record_not_found: 404,
  invalid_text_search: 400,
  invalid_records: 422,
  bulk_data: 400,
  metadata_limit: 400,
};

const typed = (name: string, params: unknown) => ({ detail: { code: `argilla.api.errors::${name}`, params } });

const malformedReply = (errors: readonly WireError[]): ErrorReply => ({
  status: 422,
  body: typed("ValidationError", { errors }),
});

type OlderError = { readonly name: string; readonly tells: "text" | "facts" | "both" };

/** Refusals that have a type name on the older paths, and what each of them tells (contract api-v0 1.3). */
const OLDER: { readonly [C in RefusalCode]?: OlderError } = {
  bad_request: { name: "BadRequestError", tells: "text" },
  wrong_task: { name: "WrongTaskError", tells: "text" },
  closed_dataset: { name: "ClosedDatasetError", tells: "facts" },
  record_not_found: { name: "RecordNotFound", tells: "facts" },
  invalid_text_search: { name: "InvalidTextSearchError", tells: "text" },
  invalid_records: { name: "ValidationError", tells: "facts" },
  bulk_data: { name: "BulkDataError", tells: "both" },
  metadata_limit: { name: "MetadataLimitExceededError", tells: "facts" },
};

function olderBody({ message, facts }: Refusal, { name, tells }: OlderError): unknown {
  if (tells === "facts") return typed(name, facts);
  return typed(name, tells === "text" ? { message } : { message, ...facts });
}

/** 401 and 403 have a type name on all paths, "not found" and "exists already" on the older ones (api-v0 1.3). */
function refusalReply(refusal: Refusal, older: boolean): ErrorReply {
  const status = STATUS[refusal.code];
  if (refusal.code === "unauthorized") {
    // A valid token of a deleted user says so, so that the page can tell its reader what happened.
    const missing = refusal.subject && { missing: refusal.subject.type };
    return { status, body: typed("UnauthorizedError", { detail: refusal.message, ...missing, ...refusal.facts }) };
  }
  if (refusal.code === "forbidden")
    return { status, body: typed("ForbiddenOperationError", { detail: refusal.message }) };
  if (refusal.code === "missing_input")
    return { status, body: typed("MissingInputParamError", { message: refusal.message }) };
  if (older && refusal.subject && refusal.code === "not_found") {
    return { status, body: typed("EntityNotFoundError", { name: refusal.subject.name, type: refusal.subject.type }) };
  }
  if (older && refusal.subject && refusal.code === "conflict") {
    return { status, body: typed("EntityAlreadyExistsError", refusal.subject) };
  }
  const wording = older && OLDER[refusal.code];
  if (wording) return { status, body: olderBody(refusal, wording) };
  if (refusal.code === "missing_vector")
    return { status, body: { code: refusal.code, message: refusal.message, detail: refusal.message } };
  // Where several servers share the data, the page says in its own words which of them to ask.
  const { elsewhere } = refusal.facts;
  return { status, body: { detail: refusal.message, ...(elsewhere !== undefined && { elsewhere }) } };
}

/** Error text for one refused item of a bulk call. Clients know this spelling of a missing right (contract api-v1 row 42). */
export const itemErrorText = ({ code, detail }: { readonly code: RefusalCode; readonly detail: string }): string =>
  code === "forbidden" ? `argilla.api.errors::ForbiddenOperationError(detail=${detail})` : detail;

/** True for the reply to a request that was refused with {@link Busy}. */
export const tellsBusy = (status: number, text: string): boolean => status === 503 && text.includes(BUSY);

/** Reply for an unexpected error. The text shows no internals; they go to the log, under the id of the request. */
const failureReply = (requestId: string): ErrorReply => ({
  status: 500,
  body: typed("GenericServerError", {
    type: "InternalError",
    message: `Something went wrong on the server; its log says what (request ${requestId}).`,
  }),
});

const isFull = (error: Error): boolean => error instanceof StorageFailure && error.reason === DISK_FULL;

/** Reply when the client has left, or when the server stops. */
const endedReply: ErrorReply = { status: 503, body: { detail: "The server stopped before this was answered." } };

export function replyToError(error: unknown, older: boolean, requestId: string): ErrorReply {
  if (error instanceof Malformed) return malformedReply(error.errors);
  if (error instanceof TooManyAttempts)
    return { ...refusalReply(error, older), headers: { "retry-after": String(error.seconds) } };
  if (error instanceof Busy)
    return { status: 503, body: { detail: error.message }, headers: { "retry-after": String(error.seconds) } };
  if (error instanceof Refusal) return refusalReply(error, older);
  if (error instanceof StorageFailure || error instanceof OutOfMemory)
    return {
      status: isFull(error) ? 507 : 500,
      body: typed("GenericServerError", { type: error.name, message: error.message }),
    };
  if (error instanceof Interrupted)
    return { status: 503, body: { detail: error.message }, headers: { "retry-after": "1" } };
  if (error instanceof Ended) return endedReply;
  return failureReply(requestId);
}

/** A body that is not read to its end. */
export class BodyRefused extends Error {
  readonly code = "POSTIL_BODY_REFUSED";
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

type HttpError = Error & { readonly code: string; readonly statusCode: number };

/** An error of the HTTP layer itself that is the client's mistake. */
export const isHttpError = (error: unknown): error is HttpError =>
  error instanceof Error &&
  "code" in error &&
  "statusCode" in error &&
  typeof error.statusCode === "number" &&
  error.statusCode >= 400 &&
  error.statusCode < 500;

/** The text for an error of the HTTP layer in this API's format (contract api-v1 1.3 C): the mistake, and the limit. */
export function httpErrorDetail(error: HttpError): string {
  switch (error.code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return "The content type is not one that can be read; send application/json.";
    case "FST_ERR_BAD_URL":
      return "The path is not valid: its percent-encoding cannot be read.";
    case "FST_ERR_MAX_PARAM_LENGTH":
      return "The path is too long.";
    default:
      return error.message;
  }
}

const CLIENT_ERRORS: { readonly [code: string]: readonly [status: string, detail: string] } = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The request headers are larger than 16384 bytes."],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request did not come in time."],
};

const SECURITY_HEADERS = Object.entries(ALWAYS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join("");

/** Answers data that is not a valid HTTP request. There is no request object yet. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  // The client has gone: nobody can receive the answer.
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const [status, detail] = CLIENT_ERRORS[error.code ?? ""] ?? [
    "400 Bad Request",
    "This is not an HTTP request that can be read.",
  ];
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n` +
      `Cache-Control: no-store\r\n${SECURITY_HEADERS}Connection: close\r\n\r\n${body}`,
  );
}
