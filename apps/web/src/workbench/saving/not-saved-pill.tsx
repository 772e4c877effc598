import { t } from "i18next";
import { CloudAlert } from "lucide-react";
import { useReach } from "../../lib/connection/connection.ts";
import { useIsPutOff } from "../../lib/outbox/use-outbox.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";

type NotSavedPillProps = {
  recordId: string;
  saved: "saving" | "failed" | "changed" | "saved" | null;
};

/**
 * A pill on a record whose answer the server does not have (FRS-14). If the answer was given up, the record shows its earlier
 * status. If it waits for the server, the record shows the new status, and the pill says "not sent"; on a phone it is only an
 * icon.
 */
export function NotSavedPill({ recordId, saved }: NotSavedPillProps) {
  const isPutOff = useIsPutOff(recordId);
  const isReached = useReach() === "online" && !isPutOff;
  const waits = !isReached && saved === "saving";
  if (!waits && saved !== "failed" && saved !== "changed") return null;
  return (
    <span
      className={cx(
        "inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-full px-1.5 fill-ring",
        waits ? "text-edited bg-edited-fill" : "text-danger bg-danger-fill",
      )}
    >
      <Icon of={CloudAlert} size={14} />
      <span className={cx("pr-1", waits && "max-md:sr-only")}>{t(waits ? "saving.unsent" : "saving.isNot")}</span>
    </span>
  );
}
