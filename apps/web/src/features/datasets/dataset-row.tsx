import { FEEDBACK_TASK } from "@postil/domain/datasets/dataset-links";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { Pin } from "lucide-react";
import { type ComponentType, memo } from "react";
import "../../lib/i18n/names-texts.ts";
import { relativeTime, shortDate, toMilliseconds } from "../../lib/i18n/times.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { TASK_ICONS } from "../../ui/task-icons.ts";
import { Time } from "../../ui/time.tsx";
import { CELLS, type Column, ROW } from "./columns.ts";
import { FeedbackProgress } from "./progress-cells.tsx";
import { RowActions } from "./row-actions.tsx";
import { type DatasetRow, isFeedback, rowPath, tagLabels, taskOf } from "./rows.ts";
import type { TaskProgressProps } from "./task-progress.tsx";

/** The link of the name covers the row; over this the exact time is told. */
const ABOVE_LINK = "relative z-1";

type CellProps = {
  row: DatasetRow;
  pinned: boolean;
  /** whether the reader sees how far the team is */
  team: boolean;
  onPin: (id: string) => void;
  /** ms; what "ago" counts from */
  now: number;
};

type RowProps = CellProps & {
  columns: readonly Column[];
  /** its place among all rows, from 2, when only those in view are rendered */
  index?: number | undefined;
};

const CONTENTS: { readonly [Name in Column]: ComponentType<CellProps> } = {
  pin: PinButton,
  name: Name,
  workspace: WorkspaceLink,
  task: Task,
  tags: TagList,
  progress: Progress,
  created: ({ row, now }) => (
    <Time className={ABOVE_LINK} at={row.createdAt} text={shortDate(toMilliseconds(row.createdAt), now)} />
  ),
  lastActivity: ({ row, now }) => (
    <Time className={ABOVE_LINK} at={row.lastActivityAt} text={relativeTime(toMilliseconds(row.lastActivityAt), now)} />
  ),
  actions: Actions,
};

/** A dataset: the link of its name covers the row, so that a click anywhere opens it and a middle click a new tab. */
export const Row = memo(function Row({ columns, index, row, ...cell }: RowProps) {
  return (
    <tr aria-rowindex={index} className={cx("group relative hover:bg-hover", ROW)}>
      {columns.map((column) => {
        const Cell = CONTENTS[column];
        return (
          <td key={column} className={CELLS[column]}>
            <Cell row={row} {...cell} />
          </td>
        );
      })}
    </tr>
  );
});

function Name({ row }: CellProps) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Link
        translate="no"
        to={rowPath(row)}
        title={row.name}
        className="truncate font-strong after:absolute after:inset-0 hover:text-accent focus-visible:outline-0 focus-visible:after:outline-(length:--focus-width) focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
      >
        {row.name}
      </Link>
      <CopyButton text={row.name} what={t("header.datasetName")} onHover className="relative z-1 flex-none" />
    </span>
  );
}

function WorkspaceLink({ row }: CellProps) {
  if (row.workspaceName === "") return null;
  return (
    <Link
      translate="no"
      to="/datasets"
      search={{ workspaces: encodeURIComponent(row.workspaceName) }}
      title={row.workspaceName}
      className="relative z-1 hover:text-ink hover:underline"
    >
      {row.workspaceName}
    </Link>
  );
}

function Task({ row }: CellProps) {
  const task = taskOf(row);
  return (
    <span className="flex items-center gap-2">
      <Icon of={TASK_ICONS[task]} />
      <span className="truncate">{t(`names.task.${task}`)}</span>
    </span>
  );
}

/** Of task datasets, which are not everywhere, it comes when one is shown. */
const TaskProgress = lazyPart<TaskProgressProps>(async () => ({
  default: (await import("./task-progress.tsx")).TaskProgress,
}));
const nothing = () => undefined;

/** Of a task dataset, whose statuses are everybody's, there is one line; only feedback datasets that take answers have any. */
function Progress({ row, team }: CellProps) {
  if (!isFeedback(row)) return <OfTask row={row} />;
  if (row.status === "draft") return <span className="text-soft">{t("names.dataset.draft")}</span>;
  return row.status === "ready" && <FeedbackProgress datasetId={row.id} team={team} />;
}

function OfTask({ row }: Pick<CellProps, "row">) {
  const { name, workspaceName } = row;
  const task = taskOf(row);
  return task !== FEEDBACK_TASK && <TaskProgress dataset={{ name, workspaceName, task }} whenMissing={nothing} />;
}

/** Shown on hover and focus of the row; a pinned row keeps its pin. */
const HOVERED =
  "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100";

function PinButton({ row, pinned, onPin }: CellProps) {
  return (
    <button
      type="button"
      aria-pressed={pinned}
      aria-label={t("datasets.pin", { name: row.name })}
      onClick={() => onPin(row.id)}
      className={cx(
        "relative z-1 grid size-7 place-items-center rounded-control hover:bg-hover",
        pinned ? "text-ink [&_svg]:fill-current" : cx("text-soft", HOVERED),
      )}
    >
      <Icon of={Pin} />
    </button>
  );
}

function TagList({ row }: CellProps) {
  return (
    <span className="flex gap-1 overflow-hidden">
      {tagLabels(row).map((label) => (
        <span key={label} translate="no" className="rounded-key border border-line px-2 text-small text-soft">
          {label}
        </span>
      ))}
    </span>
  );
}

function Actions({ row }: CellProps) {
  return <RowActions row={row} className={HOVERED} />;
}
