import type { RecordStatus } from "@postil/domain/entities";
import type { Progress } from "@postil/domain/progress";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { StatusMenu } from "./status-menu.tsx";

type BarProps = {
  status: RecordStatus;
  progress: Progress | null;
  onStatus: (status: RecordStatus) => void;
  disabled?: boolean;
  /** a note about the record on screen, at the right */
  note?: ReactNode;
};

/** Between header and record: what is shown. */
export function Bar({ status, progress, onStatus, disabled = false, note }: BarProps) {
  const { t } = useTranslation();
  return (
    <div
      role="toolbar"
      aria-label={t("annotation.bar.label")}
      className="flex h-(--bar) items-center gap-1 pr-6 pl-4 max-md:px-2"
    >
      <StatusMenu status={status} progress={progress} onStatus={onStatus} disabled={disabled} />
      <span className="flex-1" />
      {note}
    </div>
  );
}
