import { t } from "i18next";
import { CloudAlert } from "lucide-react";
import { useReach } from "../../lib/connection/current.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";

type NotSavedPillProps = { saved: "saving" | "failed" | "changed" | "saved" | null };

/**
 * On a record whose answer the server does not have: given up, it shows its earlier status, and this (FRS-14); one that waits for
 * the server to be reached shows what it will be, and that it is not sent: on a phone by the sign alone.
 */
export function NotSavedPill({ saved }: NotSavedPillProps) {
  const waits = useReach() !== "online" && saved === "saving";
  if (!waits && saved !== "failed" && saved !== "changed") return null;
  return (
    <span
      className={cx(
        "inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-full px-1.5 fill-ring",
        waits ? "text-edited bg-edited-fill" : "text-danger bg-danger-fill",
      )}
    >
      <Icon of={CloudAlert} size={14} />
      <span className={cx("pr-1", waits && "max-md:sr-only")}>{t(waits ? "saving.unsent" : "common.unsaved")}</span>
    </span>
  );
}
