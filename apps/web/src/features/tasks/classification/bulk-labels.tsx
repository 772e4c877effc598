import { t } from "i18next";
import { ChevronDown, Tags } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import type { StripProps } from "../task-kind.ts";

const BulkLabelsPopover = onDemand<StripProps>(
  "dialog",
  async () => (await import("./bulk-labels-popover.tsx")).default,
);

/** The labels of all records that are selected, beside the other actions on them (TST-18). */
export function BulkLabels(props: StripProps) {
  return (
    <BulkLabelsPopover
      {...props}
      trigger={
        <Button size="compact" icon={Tags} aria-label={t("classification.bulk.title")}>
          {t("classification.bulk.open")}
          <Icon of={ChevronDown} size={14} className="text-soft" />
        </Button>
      }
    />
  );
}
