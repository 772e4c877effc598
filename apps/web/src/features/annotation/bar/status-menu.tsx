import type { RecordStatus } from "@postil/domain/entities";
import { RECORD_STATUSES } from "@postil/domain/feedback-url";
import type { Progress } from "@postil/domain/progress";
import { ChevronDown, ListFilter } from "lucide-react";
import { useTranslation } from "react-i18next";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { StatusIcon } from "../../../ui/status.tsx";

type StatusMenuProps = {
  status: RecordStatus;
  /** null while the counts are not known */
  progress: Progress | null;
  onStatus: (status: RecordStatus) => void;
  /** opened by an icon, where there is no bar for a word: on a phone */
  compact?: boolean;
};

/** Which queue is shown; the counts stand in the menu, for the folio already says how many are left (screens 5.4). */
export function StatusMenu({ status, progress, onStatus, compact = false }: StatusMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t("annotation.bar.status")}
      selectionMode="single"
      selectedKeys={[status]}
      onAction={(key) => {
        const chosen = RECORD_STATUSES.find((candidate) => candidate === key);
        if (chosen !== undefined && chosen !== status) onStatus(chosen);
      }}
      trigger={
        compact ? (
          <IconButton icon={ListFilter} label={t("annotation.bar.status")} />
        ) : (
          <Button variant="quiet">
            <span className="text-soft">
              <StatusIcon status={status} />
            </span>
            {t(`common.status.${status}`)}
            <Icon of={ChevronDown} size={14} className="-ml-0.5 text-soft" />
          </Button>
        )
      }
    >
      {RECORD_STATUSES.map((candidate) => (
        <MenuItem
          key={candidate}
          id={candidate}
          textValue={t(`common.status.${candidate}`)}
          end={progress === null ? undefined : progress[candidate].toLocaleString(LOCALE)}
        >
          <span className="flex items-center gap-2">
            <span className="text-soft">
              <StatusIcon status={candidate} />
            </span>
            {t(`common.status.${candidate}`)}
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}
