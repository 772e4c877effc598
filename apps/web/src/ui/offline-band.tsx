import { CloudOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useReach } from "../lib/connection/current.ts";
import { Icon } from "./icon.tsx";

/**
 * 32 px of amber under the header while the server cannot be reached (design/shell.md#offline). A toast announces that the
 * network went.
 */
export function OfflineBand() {
  const reach = useReach();
  return (
    <>
      <div role="status">{reach === "silent" && <Band said="silent" />}</div>
      {reach === "offline" && <Band said="on" />}
    </>
  );
}

function Band({ said }: { said: "on" | "silent" }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-8 flex-none items-center justify-center gap-2 bg-edited-fill px-4 text-edited fill-ring">
      <Icon of={CloudOff} />
      {t(`common.offline.${said}`)}
    </div>
  );
}
