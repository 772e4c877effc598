import type { Obstacle } from "@postil/domain/answers/answers";
import { t } from "i18next";

/**
 * The reason why a record cannot be submitted: the titles of unanswered questions, or of incomplete rankings; empty if it can
 * be submitted.
 */
export function missingText(obstacles: readonly Obstacle[]): string {
  const first = obstacles[0];
  if (first === undefined) return "";
  const titles = obstacles.filter(({ reason }) => reason === first.reason).map(({ question }) => question.title);
  return t(`annotation.actions.${first.reason}`, { titles: titles.join(", ") });
}
