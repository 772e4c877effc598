import type { RouteName } from "@postil/contract/routes";
import { asObject, type JsonObject } from "@postil/domain/json-object";
import { exists, t } from "i18next";
import type { MemberFailureCode } from "./failure-codes.ts";

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

/** The dataset or record is deleted, in a workspace of others, or its id is invalid (ROL-14). */
export const NOT_THERE = [403, 404, 422] as const;

export const cannotBeOpened = (status: number | null): boolean => NOT_THERE.some((one) => one === status);

/** The stable code of a failed call, which its callers catch (API-28; requirements 26.2). The pages behind sign-in add theirs. */
const WAYS_IN = {
  listOauthProviders: "ERROR_FETCHING_OAUTH_PROVIDERS",
  finishOauth: "ERROR_FETCHING_OAUTH_ACCESS_TOKEN",
} as const satisfies { readonly [Name in RouteName]?: string };

type FailureCode = (typeof WAYS_IN)[keyof typeof WAYS_IN] | MemberFailureCode;
type FailureCodes = { readonly [Name in RouteName]?: FailureCode };

const codes: { -readonly [Name in keyof FailureCodes]: FailureCodes[Name] } = { ...WAYS_IN };

export function addFailureCodes(more: FailureCodes): void {
  Object.assign(codes, more);
}

export const failureCodeOf = (name: RouteName): FailureCode | undefined => codes[name];

/** The text that users see for a failed request: one toast, a line per parameter or entry (API-16 to API-26). */
type ErrorMessage = { readonly type: "warning" | "error"; readonly lines: readonly string[] };

export function errorMessage(failure: ApiFailure): ErrorMessage {
  const { status, body } = failure;
  const detail = asObject(body)?.detail;
  if (status === 404) return { type: "warning", lines: [warning(textOf(detail) ?? failure.message)] };
  if (status === 401) return { type: "error", lines: [unknownCaller(detail)] };
  return { type: "error", lines: errorLines(status, detail, failure.message) };
}

function errorLines(status: number | null, detail: unknown, message: string): readonly string[] {
  if (typeof detail === "string") return [error(detail)];
  if (status === 400) {
    const params = Object.entries(asObject(asObject(detail)?.params) ?? {});
    if (params.length > 0) return params.map(([param, value]) => parameterError(param, value));
  }
  if (status === 422) {
    const entries = entriesOf(detail);
    return entries.length === 0 ? [error(t("errors.http.unknown"))] : entries.map(error);
  }
  return [error(textOf(detail) ?? message)];
}

/** The messages of a 422: `detail.params.errors`, or `detail` itself when it is a list (API-21). */
function entriesOf(detail: unknown): readonly string[] {
  const entries = Array.isArray(detail) ? detail : asObject(asObject(detail)?.params)?.errors;
  return Array.isArray(entries) ? entries.map((entry) => printed(asObject(entry)?.msg)) : [];
}

/** The text of a detail: itself, else the first of `params.detail`, `params.message` and `code` (API-21). */
function textOf(detail: unknown): string | undefined {
  if (typeof detail === "string") return detail;
  const object = asObject(detail);
  const params = asObject(object?.params);
  return [params?.detail, params?.message, object?.code].find((text) => typeof text === "string");
}

/** `errors.{code}`, otherwise `errors.401` (API-23). The codes contain `::`, which i18next reads as a namespace separator. */
function unknownCaller(detail: unknown): string {
  const code = asObject(detail)?.code;
  const fallback = t("errors.401");
  if (typeof code !== "string" || !exists(`errors.${code}`, { nsSeparator: false })) return fallback;
  // The compiler does not know the codes of the server.
  return t(`errors.${code}` as "errors.401", { nsSeparator: false });
}

const printed = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
const error = (text: string): string => t("errors.http.error", { text });
const warning = (text: string): string => t("errors.http.warning", { text });
const parameterError = (param: string, value: unknown): string =>
  t("errors.http.parameter", { param, value: printed(value) });

/** A failure that belongs on the error page, with the status code it shows there (ERR-04). */
export class PageError extends Error {
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PageError";
    this.status = status;
  }
}
