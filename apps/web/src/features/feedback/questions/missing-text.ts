import type { Obstacle } from "@postil/domain/answers/answers";
import { t } from "i18next";

/** Why a record cannot be submitted: the titles still to answer, or the rankings that are half done; empty when it can. */
export function missingText(obstacles: readonly Obstacle[]): string {
  const first = obstacles[0];
  if (first === undefined) return "";
  const titles = obstacles.filter(({ reason }) => reason === first.reason).map(({ question }) => question.title);
  return t(`annotation.actions.${first.reason}`, { titles: titles.join(", ") });
}
