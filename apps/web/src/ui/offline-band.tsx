import { CloudOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useReach } from "../lib/connection/current.ts";
import { Icon } from "./icon.tsx";

/**
 * 32 px of amber under the header while the server cannot be reached (design/shell.md#offline). A toast announces that the
 * network went. `instead`: what is said where nothing of a page's work is sent later.
 */
export function OfflineBand({ instead }: { instead?: string | undefined }) {
  const { t } = useTranslation();
  const reach = useReach();
  return (
    <>
      <div role="status">{reach === "silent" && <Band text={instead ?? t("common.offline.silent")} />}</div>
      {reach === "offline" && <Band text={instead ?? t("common.offline.on")} />}
    </>
  );
}

function Band({ text }: { text: string }) {
  return (
    <div className="flex min-h-8 flex-none items-center justify-center gap-2 bg-edited-fill px-4 text-edited fill-ring">
      <Icon of={CloudOff} />
      {text}
    </div>
  );
}
