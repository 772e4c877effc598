import { isTask, settingsPath } from "@postil/domain/dataset-links";
import { Link } from "@tanstack/react-router";
import { Highlighter, Link as LinkIcon, MessageSquareText, PenLine, Pin, Settings2, Tags } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { underBase } from "../../lib/base-path.ts";
import { absoluteTime, relativeTime, shortDate, toMilliseconds } from "../../lib/i18n/times.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { iconControlClass } from "../../ui/icon-button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { CELLS, ROW } from "./columns.ts";
import { type DatasetRow, rowPath, tagLabels } from "./rows.ts";
import { TeamProgress } from "./team-progress.tsx";

type RowProps = {
  row: DatasetRow;
  pinned: boolean;
  onPin: (id: string) => void;
  /** ms; what "ago" counts from */
  now: number;
  /** its place among all rows, from 2, when only those in view are rendered */
  index?: number | undefined;
};

const TASK_ICONS = {
  TextClassification: Tags,
  TokenClassification: Highlighter,
  Text2Text: PenLine,
  FeedbackTask: MessageSquareText,
} as const;

/** A dataset: the link of its name covers the row, so that a click anywhere opens it and a middle click a new tab. */
export const Row = memo(function Row({ row, pinned, onPin, now, index }: RowProps) {
  const { t } = useTranslation();
  const task = isTask(row.task) ? row.task : "FeedbackTask";
  return (
    <tr aria-rowindex={index} className={cx("group relative hover:bg-hover", ROW)}>
      <td className={CELLS.pin}>
        <PinButton row={row} pinned={pinned} onPin={onPin} />
      </td>
      <td className={CELLS.name}>
        <span className="flex min-w-0 items-center gap-1">
          <Link
            to={rowPath(row)}
            className="truncate font-strong after:absolute after:inset-0 hover:text-accent focus-visible:outline-0 focus-visible:after:outline-(length:--focus-width) focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
          >
            {row.name}
          </Link>
          <CopyButton
            text={row.name}
            what={t("common.header.datasetName")}
            onHover
            className="relative z-1 flex-none"
          />
        </span>
      </td>
      <td className={CELLS.workspace}>
        {row.workspaceName !== "" && (
          <Link
            to="/datasets"
            search={{ workspaces: encodeURIComponent(row.workspaceName) }}
            className="relative z-1 hover:text-ink hover:underline"
          >
            {row.workspaceName}
          </Link>
        )}
      </td>
      <td className={CELLS.task}>
        <span className="flex items-center gap-2">
          <Icon of={TASK_ICONS[task]} />
          {t(`datasets.tasks.${task}`)}
        </span>
      </td>
      <td className={CELLS.tags}>
        <TagList row={row} />
      </td>
      <td className={CELLS.progress}>
        {row.status === "draft" && <span className="text-soft">{t("datasets.status.draft")}</span>}
        {row.status === "ready" && task === "FeedbackTask" && <TeamProgress datasetId={row.id} />}
      </td>
      <td className={CELLS.created}>
        <Time at={row.createdAt} text={shortDate(toMilliseconds(row.createdAt), now)} />
      </td>
      <td className={CELLS.lastActivity}>
        <Time at={row.lastActivityAt} text={relativeTime(toMilliseconds(row.lastActivityAt), now)} />
      </td>
      <td className={CELLS.actions}>
        <Actions row={row} />
      </td>
    </tr>
  );
});

/** Shown on hover and focus of the row; a pinned row keeps its pin. */
const HOVERED =
  "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100";

function PinButton({ row, pinned, onPin }: Pick<RowProps, "row" | "pinned" | "onPin">) {
  const { t } = useTranslation();
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

function TagList({ row }: { row: DatasetRow }) {
  return (
    <span className="flex gap-1 overflow-hidden">
      {tagLabels(row).map((label) => (
        <span key={label} className="rounded-key border border-line px-2 text-small text-soft">
          {label}
        </span>
      ))}
    </span>
  );
}

function Time({ at, text }: { at: number; text: string }) {
  const milliseconds = toMilliseconds(at);
  return (
    <time dateTime={new Date(milliseconds).toISOString()} title={absoluteTime(milliseconds)} className="relative z-1">
      {text}
    </time>
  );
}

function Actions({ row }: { row: DatasetRow }) {
  const { t } = useTranslation();
  const settings = t("datasets.settingsOf", { name: row.name });
  return (
    <span className={cx("relative z-1 flex justify-end gap-1", HOVERED)}>
      <Tooltip text={settings} width="fit">
        <Link to={settingsPath(row)} aria-label={settings} className={cx(iconControlClass, "size-7")}>
          <Icon of={Settings2} />
        </Link>
      </Tooltip>
      <CopyButton
        text={window.location.origin + underBase(rowPath(row))}
        what={t("datasets.linkOf", { name: row.name })}
        icon={LinkIcon}
        className="size-7"
      />
    </span>
  );
}
