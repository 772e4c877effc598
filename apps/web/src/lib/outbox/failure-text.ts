import type { Failure } from "@postil/domain/outbox/outbox-entry";
import type { TFunction } from "i18next";
import { hintsAtLoss } from "../api/dataset-access.ts";

/** Why an answer was given up, for people: the server's own words name what they never see by an id. */
export function failureText(t: TFunction, { kind, status, detail }: Failure): string {
  if (kind === "broken") return t("saving.broken");
  return hintsAtLoss(status) ? t("saving.lost") : detail;
}
