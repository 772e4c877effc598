import { WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useOnline } from "../lib/online.ts";
import { Icon } from "./icon.tsx";

/** 32 px of amber under the header while there is no connection (screens 1.7). The toast announces it, so this is silent. */
export function OfflineBand() {
  const { t } = useTranslation();
  if (useOnline()) return null;
  return (
    <div className="flex min-h-8 flex-none items-center justify-center gap-2 bg-edited-fill px-4 text-edited fill-ring">
      <Icon of={WifiOff} />
      {t("common.offline.on")}
    </div>
  );
}
