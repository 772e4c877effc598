import { RECORD_STATUSES, type RecordStatus } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { StatusIcon } from "../../../ui/icon.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import { useFigures } from "../queue/progress.tsx";

export type QueueChoice = {
  readonly status: RecordStatus;
  readonly onStatus: (status: RecordStatus) => void;
};

/** The four queues with the user's counts. One of them is chosen (design/filters.md#status). */
export function StatusList({ status, onStatus, ...opening }: QueueChoice & OpensHere) {
  const progress = useFigures();
  return (
    <Menu
      label={t("words.recordsToShow")}
      selectionMode="single"
      selectedKeys={[status]}
      onAction={(key) => {
        const chosen = RECORD_STATUSES.find((candidate) => candidate === key);
        if (chosen !== undefined && chosen !== status) onStatus(chosen);
      }}
      {...opening}
    >
      {RECORD_STATUSES.map((candidate) => (
        <MenuItem
          key={candidate}
          id={candidate}
          textValue={t(`answerStatus.name.${candidate}`)}
          end={progress === null ? undefined : progress[candidate].toLocaleString(LOCALE)}
        >
          <span className="flex items-center gap-2">
            <span className="text-soft">
              <StatusIcon status={candidate} />
            </span>
            {t(`answerStatus.name.${candidate}`)}
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}
