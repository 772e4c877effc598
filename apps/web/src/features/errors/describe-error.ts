import { t } from "i18next";

/** What the error page shows of a failure: no stack, no data. `status`: null where the page itself failed, in the browser (ERR-15). */
export type ErrorDescription = {
  readonly status: number | null;
  readonly message: string;
  readonly requestId: string | null;
};

const DEFAULT_STATUS = 500;
/** What the page's own code and the document throw, which know of no status, when they meet what they did not expect. */
const isOfTheBrowser = (error: unknown): boolean =>
  error instanceof DOMException || (error instanceof Error && !("status" in error));

/** Any thrown value as the error page shows it; without a status of its own it is a 500 (ERR-04), unless the page itself failed. */
export function describeError(error: unknown): ErrorDescription {
  const status = numberIn(error, "status");
  if (status === null && isOfTheBrowser(error)) return { status: null, message: "", requestId: null };
  return {
    status: status ?? DEFAULT_STATUS,
    message: error instanceof Error ? error.message : typeof error === "string" ? error : "",
    requestId: textIn(error, "requestId"),
  };
}

/** An address that leads nowhere (ERR-03). */
export function notFound(): ErrorDescription {
  return { status: 404, message: t("errors.notFound"), requestId: null };
}

function numberIn(error: unknown, key: string): number | null {
  const value = memberOf(error, key);
  return typeof value === "number" && Number.isInteger(value) && value >= 400 && value <= 599 ? value : null;
}

function textIn(error: unknown, key: string): string | null {
  const value = memberOf(error, key);
  return typeof value === "string" ? value : null;
}

function memberOf(error: unknown, key: string): unknown {
  // Whatever was thrown: every object may be asked for any key.
  return typeof error === "object" && error !== null ? (error as { readonly [key: string]: unknown })[key] : undefined;
}
