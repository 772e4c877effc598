import type { TaskStatus } from "@postil/domain/tasks/task-record";
import { t } from "i18next";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { cx } from "../../../ui/cx.ts";
import { type Status, StatusIcon } from "../../../ui/status-icon.tsx";

const LOOKS: { readonly [S in TaskStatus]: { readonly icon: Status; readonly tone: string } } = {
  Default: { icon: "pending", tone: "text-soft" },
  Edited: { icon: "edited", tone: "text-edited" },
  Validated: { icon: "validated", tone: "text-submitted" },
  Discarded: { icon: "discarded", tone: "text-discarded" },
};

type StatusFiguresProps = {
  rows: readonly (readonly [status: TaskStatus, count: number])[];
  /** side by side */
  columns?: boolean;
};

/** Statuses of records with how many have each. */
export function StatusFigures({ rows, columns = false }: StatusFiguresProps) {
  return (
    <dl className={columns ? "grid grid-cols-2 gap-x-6" : ""}>
      {rows.map(([status, count]) => (
        <div key={status} className={cx("flex items-center", columns ? "h-6" : "h-7")}>
          <dt className={cx("flex items-center gap-1.5", LOOKS[status].tone)}>
            <StatusIcon status={LOOKS[status].icon} />
            {t(`taskPanel.status.${status}`)}
          </dt>
          <dd className="ml-auto tabular-nums">{count.toLocaleString(LOCALE)}</dd>
        </div>
      ))}
    </dl>
  );
}
