import type { Socket } from "node:net";
import { ALWAYS } from "./security-headers.ts";

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
