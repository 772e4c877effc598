import { scorePercent } from "@postil/domain/answers/suggestion-score";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** A score as it is printed: "91 %". */
export function useScore(): (score: number) => string | undefined {
  const { t } = useTranslation();
  return useCallback(
    (score) => {
      const value = scorePercent(score);
      return value === undefined ? undefined : t("taskTokens.percent", { value });
    },
    [t],
  );
}
