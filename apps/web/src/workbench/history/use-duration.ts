/** "42 s", "3 min 20 s". */
export function useDuration(): (ms: number) => string {
  return (ms) => {
    const seconds = Math.round(ms / 1000);
    if (seconds < 60) return t("recordHistory.seconds", { count: seconds });
    return t("recordHistory.minutes", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  };
}

import { t } from "i18next";
