import { t } from "i18next";
import { CloudOff, HardDrive } from "lucide-react";
import type { ReactNode } from "react";
import { useIsFull, useReach } from "../lib/connection/current.ts";
import { useRecordsAhead } from "../lib/connection/records-ahead.ts";
import { cx } from "./cx.ts";
import { Icon, type IconType } from "./icon.tsx";

/**
 * The amber band of 32 px below the header while the server cannot be reached (design/shell.md#offline) or cannot save. It
 * tells what this means for the page. `instead`: the text for pages that send no work later.
 */
export function OfflineBand({ instead }: { instead?: string | undefined }) {
  const reach = useReach();
  const full = useIsFull();
  const ahead = useRecordsAhead();
  const text = reach === "silent" ? t("common.offline.silent") : t("common.offline.on");
  return (
    <>
      <Band of={CloudOff} text={reach === "online" ? null : (instead ?? text)}>
        {ahead !== null && <span>{t("common.offline.ahead", { count: ahead })}</span>}
      </Band>
      <Band of={HardDrive} text={full ? t("common.offline.full") : null} />
    </>
  );
}

/** `children` change with every record, so they are outside the live region. */
function Band({ of, text, children }: { of: IconType; text: string | null; children?: ReactNode }) {
  const isThere = text !== null;
  return (
    <div
      className={cx(
        isThere &&
          "flex min-h-8 flex-none flex-wrap items-center justify-center gap-x-2 bg-edited-fill px-4 text-edited fill-ring",
      )}
    >
      {isThere && <Icon of={of} />}
      <span role="status">{text}</span>
      {isThere && children}
    </div>
  );
}
