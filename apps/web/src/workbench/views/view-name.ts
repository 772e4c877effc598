import { VIEW_NAME } from "@postil/domain/search/saved-views";
import { t } from "i18next";
import { errorMessage } from "../../lib/api/error-lines.ts";
import { failureOf } from "../../lib/api/failure.ts";

/** What the box of a name lets in; the server counts characters, so it has the last word. */
export const NAME_LENGTH = VIEW_NAME.max;

/** Whether a view was refused because the user has another one of its name. */
export const isNameTaken = (error: unknown): boolean => failureOf(error)?.status === 409;

/** Why a view was not saved or renamed, for the place beside its name. */
export function whyNotNamed(error: unknown): string {
  const failure = failureOf(error);
  if (failure === null) throw error;
  return isNameTaken(error) ? t("savedViews.taken") : errorMessage(failure).lines.join("\n");
}
