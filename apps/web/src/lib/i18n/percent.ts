import { scorePercent } from "@postil/domain/records/suggestion-score";
import { t } from "i18next";

/** A score as "78.4 %". Undefined for a missing or negative score (FEN-30, FEN-31). */
export function percentText(score: number | null | undefined): string | undefined {
  const value = score === null || score === undefined ? undefined : scorePercent(score);
  return value === undefined ? undefined : t("questions.percent", { value });
}
