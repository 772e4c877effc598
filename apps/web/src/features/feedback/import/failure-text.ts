import { asObject } from "@postil/domain/json-object";
import { t } from "i18next";
import { elsewhereText } from "../../../lib/api/elsewhere.ts";
import { errorMessage, failureOf } from "../../../lib/api/failure.ts";

/** True if the file is gone. One that another server has may be found by the next try. */
export const isGone = (error: unknown): boolean =>
  failureOf(error)?.status === 404 && elsewhereText(error, "file") === null;

/** The sentence for a call that failed, in the server's words if they are meant for people. Throws what is no failed call. */
export function failureText(error: unknown): string {
  const failure = failureOf(error);
  if (failure === null) throw error;
  const { status, body } = failure;
  if (status === null) return t("importing.failed.unreached");
  const elsewhere = elsewhereText(error, "file");
  if (elsewhere !== null) return elsewhere;
  const detail = asObject(body)?.detail;
  if (typeof detail === "string") return detail.replaceAll(/`([^`]*)`/g, "“$1”");
  // A proxy in front of the server refuses without words for people.
  if (status === 413) return t("importing.failed.tooLarge");
  if (status === 507) return t("importing.failed.full");
  if (status === 404) return t("importing.failed.gone");
  if (status === 403) return t("importing.failed.forbidden");
  return errorMessage(failure).lines.join(" ");
}
