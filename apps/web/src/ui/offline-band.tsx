import { t } from "i18next";
import { CloudOff, HardDrive } from "lucide-react";
import { useIsFull, useReach } from "../lib/connection/current.ts";
import { Icon } from "./icon.tsx";

/**
 * 32 px of amber under the header while the server cannot be reached (design/shell.md#offline) or cannot save anything, and what that
 * means for the work of the page. `instead`: what is said where nothing of it is sent later.
 */
export function OfflineBand({ instead }: { instead?: string | undefined }) {
  const reach = useReach();
  const full = useIsFull();
  const text = reach === "silent" ? t("common.offline.silent") : t("common.offline.on");
  return (
    <div role="status">
      {reach !== "online" && (
        <div className="flex min-h-8 flex-none items-center justify-center gap-2 bg-edited-fill px-4 text-edited fill-ring">
          <Icon of={CloudOff} />
          {instead ?? text}
        </div>
      )}
      {full && (
        <div className="flex min-h-8 flex-none items-center justify-center gap-2 bg-edited-fill px-4 text-edited fill-ring">
          <Icon of={HardDrive} />
          {t("common.offline.full")}
        </div>
      )}
    </div>
  );
}
