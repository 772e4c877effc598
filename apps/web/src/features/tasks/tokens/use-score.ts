import { scorePercent } from "@postil/domain/answers/suggestion-score";
import { t } from "i18next";
import { useCallback } from "react";

/** A score as it is printed: "91 %". */
export function useScore(): (score: number) => string | undefined {
  return useCallback((score) => {
    const value = scorePercent(score);
    return value === undefined ? undefined : t("taskTokens.percent", { value });
  }, []);
}
