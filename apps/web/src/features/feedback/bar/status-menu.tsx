import { t } from "i18next";
import { ChevronDown } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Icon, StatusIcon } from "../../../ui/icon.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import type { QueueChoice } from "./status-list.tsx";

const StatusList = onDemand("menu", () => import("./status-list.tsx").then((m) => m.StatusList));

/**
 * Chooses the queue to show. The counts are only in the menu, because the head already shows how many are left
 * (design/filters.md#status).
 */
export function StatusMenu(choice: QueueChoice) {
  const trigger = (
    <Button variant="quiet">
      <span className="text-soft">
        <StatusIcon status={choice.status} />
      </span>
      {t(`answerStatus.name.${choice.status}`)}
      <Icon of={ChevronDown} size={14} className="-ml-0.5 text-soft" />
    </Button>
  );
  return <StatusList trigger={trigger} {...choice} />;
}
