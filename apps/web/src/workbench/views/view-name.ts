import { VIEW_NAME } from "@postil/domain/search/saved-views";
import i18next from "i18next";
import { errorMessage } from "../../lib/api/error-lines.ts";
import { failureOf } from "../../lib/api/failure.ts";

/** What the box of a name lets in; the server counts characters, so it has the last word. */
export const NAME_LENGTH = VIEW_NAME.max;

/** Why a view was not saved or renamed, for the place beside its name. */
export function whyNotNamed(error: unknown): string {
  const failure = failureOf(error);
  if (failure === null) throw error;
  return failure.status === 409 ? i18next.t("keeping.views.taken") : errorMessage(failure).lines.join("\n");
}
