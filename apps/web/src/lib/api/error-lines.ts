import { asObject } from "@postil/domain/json-object";
import { exists, t } from "i18next";
import type { ApiFailure } from "./failure.ts";

/** The text that users see for a failed request: one toast, a line per parameter or entry (API-16 to API-26). */
export type ErrorMessage = { readonly type: "warning" | "error"; readonly lines: readonly string[] };

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
