/** A share from 0 to 1 as it is written: "4.6 %". */
export function useShare(): (share: number) => string {
  return (share) => t("taskRules.metric.percent", { share: share * 100 });
}

import { t } from "i18next";
