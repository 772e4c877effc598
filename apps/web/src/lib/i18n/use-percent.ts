import { scorePercent } from "@postil/domain/records/suggestion-score";
import { t } from "i18next";

/** A score as it is printed, "78.4 %"; undefined where there is none or it is negative (FEN-30, FEN-31). */
export function usePercent(): (score: number | null | undefined) => string | undefined {
  return (score) => {
    const value = score === null || score === undefined ? undefined : scorePercent(score);
    return value === undefined ? undefined : t("questions.percent", { value });
  };
}
