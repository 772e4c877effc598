import { scorePercent } from "@postil/domain/records/suggestion-score";
import { t } from "i18next";

/** Formats a score as "78.4 %". Undefined for a missing or negative score (FEN-30, FEN-31). */
export function usePercent(): (score: number | null | undefined) => string | undefined {
  return (score) => {
    const value = score === null || score === undefined ? undefined : scorePercent(score);
    return value === undefined ? undefined : t("questions.percent", { value });
  };
}
