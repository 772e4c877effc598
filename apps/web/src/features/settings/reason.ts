import { asObject } from "@postil/domain/json-object";
import { t } from "i18next";
import { errorMessage, failureOf } from "../../lib/api/failure.ts";

/** Why a call was not done, in the server's words if it has some. Other errors are thrown on. */
export function reasonOf(error: unknown): { readonly status: number | null; readonly reason: string } {
  const failure = failureOf(error);
  if (failure === null) throw error;
  const { status, body } = failure;
  if (status === null) return { status, reason: t("drafts.copy.unreached") };
  const detail = asObject(body)?.detail;
  const reason =
    typeof detail === "string" ? detail.replaceAll(/`([^`]*)`/g, "“$1”") : errorMessage(failure).lines.join(" ");
  return { status, reason };
}
