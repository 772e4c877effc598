import { useTranslation } from "react-i18next";

/** A share from 0 to 1 as it is written: "4.6 %". */
export function useShare(): (share: number) => string {
  const { t } = useTranslation();
  return (share) => t("taskRules.metric.percent", { share: share * 100 });
}
