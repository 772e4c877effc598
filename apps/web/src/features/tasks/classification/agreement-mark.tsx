import { agreement, type ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { Check, X } from "lucide-react";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";

/** Whether the annotation says what was predicted; nothing where there is nothing to compare (TAN-04, TAN-05). */
export function AgreementMark({ record, className }: { record: ShownTextRecord; className?: string }) {
  const agrees = agreement(record);
  if (agrees === null) return null;
  return (
    <span className={cx("inline-flex items-center gap-1 whitespace-nowrap text-small text-soft", className)}>
      <Icon of={agrees === "ok" ? Check : X} size={14} />
      {t(`classification.agreement.${agrees}`)}
    </span>
  );
}
