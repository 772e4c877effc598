import { addRecordsPath, FEEDBACK_TASK, settingsPath } from "@postil/domain/datasets/dataset";
import { progressOf } from "@postil/domain/queue/progress";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { Download, Ellipsis, FileUp, Link as LinkIcon, Pin, Settings2 } from "lucide-react";
import "../../lib/i18n/en/lists.ts";
import { ownMetricsQuery } from "../../lib/api/queries/dataset.ts";
import { relativeTime, shortDate, toMilliseconds } from "../../lib/i18n/times.ts";
import { usePreference } from "../../lib/preferences/store.ts";
import { useUser } from "../../lib/session/store.ts";
import { IconButton, iconControlClass } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { type ListColumn, useCards } from "../../ui/list-table.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { TASK_ICONS } from "../../ui/task-icons.ts";
import { Time } from "../../ui/time.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import type { ExportSource } from "../../workbench/export/export-button.tsx";
import {
  type DatasetRow,
  exportSource,
  mayAddRecords,
  rowAddress,
  rowPath,
  type SortedColumn,
  tagLabels,
  taskOf,
} from "./dataset-list.ts";
import { Figures, STALE_TIME } from "./figures.tsx";
import type { RowMenuProps } from "./row-menu.tsx";
import type { TaskProgressProps } from "./task-progress.tsx";

/** Loaded when a task dataset is shown, because many servers have none. */
const TaskProgress = lazyPart<TaskProgressProps>(async () => ({
  default: (await import("./task-progress.tsx")).TaskProgress,
}));
/** Only for admins and owners, so it loads when one of them opens the list. */
const TeamProgress = lazyPart(async () => ({ default: (await import("./team-progress.tsx")).TeamProgress }));
const RowMenu = onDemand<RowMenuProps>("menu", () => import("./row-menu.tsx").then((module) => module.RowMenu));

type Column = ListColumn<DatasetRow, SortedColumn>;

type ColumnParts = {
  /** ms; the time that "ago" counts from */
  now: number;
  /** true if the user sees the progress of the team */
  team: boolean;
  /** false if no dataset has tags */
  tags: boolean;
  /** null for people who may not export */
  onExport: ((source: ExportSource) => void) | null;
};

/** px widths for eight skeleton rows (design/list.md) */
export const NAMES = [180, 128, 152, 112, 168, 140, 120, 156];
const TEXT = "overflow-hidden whitespace-nowrap text-ellipsis pr-3";
const CARD_HIDES = "max-[640px]:hidden";
const CARD_SIDE = "max-[640px]:order-2 max-[640px]:row-span-3 max-[640px]:self-center";
/** The link of the name covers the row; this layer above it shows the exact time on hover. */
const ABOVE_LINK = "relative z-1";

/**
 * Narrow windows hide the least needed columns first, so that a name has about 240 px, below 820 px 160. Below 640 px a row is
 * a card of name, workspace, task and progress, with its actions in a menu.
 */
export function datasetColumns({ now, team, tags, onExport }: ColumnParts): readonly Column[] {
  const column = (name: string, title: Column["title"], width: string, cell: string) => ({
    ...{ name, title, head: width, cell: `${width} ${cell}` },
  });
  const columns: readonly Column[] = [
    {
      ...column("pin", t("datasets.pinned"), "w-10 max-[640px]:w-auto", CARD_SIDE),
      hidden: true,
      draw: (row) => <PinButton row={row} />,
    },
    {
      ...column("name", t("words.name"), "", `${TEXT} max-[640px]:order-1 max-[640px]:col-span-2`),
      ...{ sorted: "name", skeletonWidth: NAMES },
      draw: (row) => <Name row={row} />,
    },
    {
      ...column(
        "workspace",
        t("forms.workspace"),
        "w-32 max-[820px]:w-24 max-[640px]:w-auto",
        `${TEXT} text-soft max-[640px]:order-3 max-[640px]:pr-0`,
      ),
      ...{ sorted: "workspace", skeletonWidth: 80 },
      draw: (row) => <WorkspaceLink row={row} />,
    },
    {
      ...column(
        "task",
        t("datasets.task"),
        "w-46 min-[640px]:max-[1200px]:hidden max-[640px]:w-auto",
        `${TEXT} text-soft max-[640px]:order-4`,
      ),
      skeletonWidth: 96,
      draw: (row) => <Task row={row} />,
    },
    {
      ...column("tags", t("datasets.tags"), `w-64 max-[1460px]:w-36 max-[1340px]:hidden ${CARD_HIDES}`, TEXT),
      draw: (row) => <TagList row={row} />,
    },
    {
      ...column(
        "progress",
        t("words.progress"),
        "w-56 max-[820px]:w-52 max-[640px]:w-auto",
        `${TEXT} max-[640px]:order-5 max-[640px]:col-span-2`,
      ),
      skeletonWidth: 144,
      draw: (row) => <Progress row={row} team={team} />,
    },
    {
      ...column("created", t("words.created"), `w-22 max-[1020px]:hidden ${CARD_HIDES}`, `${TEXT} text-soft`),
      ...{ sorted: "createdAt", descends: true, skeletonWidth: 44 },
      draw: ({ createdAt: at }) => <Time className={ABOVE_LINK} at={at} text={shortDate(toMilliseconds(at), now)} />,
    },
    {
      ...column(
        "lastActivity",
        t("datasets.lastActivity"),
        `w-32 max-[940px]:hidden ${CARD_HIDES}`,
        `${TEXT} text-soft`,
      ),
      ...{ sorted: "lastActivityAt", descends: true, skeletonWidth: 72 },
      draw: ({ lastActivityAt: at }) => (
        <Time className={ABOVE_LINK} at={at} text={relativeTime(toMilliseconds(at), now)} />
      ),
    },
    {
      ...column("actions", t("words.actions"), "w-34 max-[640px]:w-auto", CARD_SIDE),
      hidden: true,
      draw: (row) => (
        <RowActions row={row} className={HOVERED} onExport={onExport && (() => onExport(exportSource(row)))} />
      ),
    },
  ];
  return columns.filter(({ name }) => name !== "tags" || tags);
}

type RowProps = { row: DatasetRow };

/** Shown on hover and focus of the row; a pinned row keeps its pin. */
const HOVERED =
  "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100";

/** The button reads itself if its dataset is pinned in this browser, so that other rows do not render again. */
function PinButton({ row }: RowProps) {
  const [ids, keep] = usePreference("pinnedDatasets");
  const pinned = ids.includes(row.id);
  return (
    <button
      type="button"
      aria-pressed={pinned}
      aria-label={t("datasets.pin", { name: row.name })}
      onClick={() => keep(pinned ? ids.filter((id) => id !== row.id) : [...ids, row.id])}
      className={cx(
        "relative z-1 grid size-7 place-items-center rounded-control hover:bg-hover",
        pinned ? "text-ink [&_svg]:fill-current" : cx("text-soft", HOVERED),
      )}
    >
      <Icon of={Pin} />
    </button>
  );
}

/** The link covers the row: a click anywhere opens the dataset, a middle click opens a new tab. */
function Name({ row }: RowProps) {
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

function WorkspaceLink({ row: { workspaceName } }: RowProps) {
  if (workspaceName === "") return null;
  return (
    <Link
      translate="no"
      to="/datasets"
      search={{ workspaces: encodeURIComponent(workspaceName) }}
      title={workspaceName}
      className="relative z-1 hover:text-ink hover:underline"
    >
      {workspaceName}
    </Link>
  );
}

function Task({ row }: RowProps) {
  const task = taskOf(row);
  return (
    <span className="flex items-center gap-2">
      <Icon of={TASK_ICONS[task]} />
      <span className="truncate">{t(`names.task.${task}`)}</span>
    </span>
  );
}

function TagList({ row }: RowProps) {
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

/**
 * A task dataset has one line, because all users share its statuses. A feedback dataset has progress only if it takes answers.
 */
function Progress({ row, team }: RowProps & { team: boolean }) {
  const { name, workspaceName, status, id } = row;
  const task = taskOf(row);
  if (task !== FEEDBACK_TASK) return <TaskProgress dataset={{ name, workspaceName, task }} />;
  if (status === "draft") return <span className="text-soft">{t("names.dataset.draft")}</span>;
  return status === "ready" && <FeedbackProgress datasetId={id} team={team} />;
}

/**
 * The progress of the user and, for admins and owners, of the team: a bar, a number, and the words on hover or focus (DSL-14).
 * Loaded once the row is on the screen; a failure leaves the place empty. The server reads one row per member for it, whatever
 * the size of the dataset.
 */
function FeedbackProgress({ datasetId, team }: { datasetId: string; team: boolean }) {
  if (!team) return <MyProgress datasetId={datasetId} />;
  return (
    <span className="grid justify-items-start text-small leading-5 max-[640px]:grid-flow-col max-[640px]:justify-start max-[640px]:gap-x-4">
      <MyProgress datasetId={datasetId} who={t("forms.you")} />
      <TeamProgress datasetId={datasetId} />
    </span>
  );
}

const MINE = ["submitted", "discarded", "draft"] as const;

function MyProgress({ datasetId, who }: { datasetId: string; who?: string }) {
  const { data } = useQuery({ ...ownMetricsQuery(datasetId), staleTime: STALE_TIME });
  if (data === undefined) return null;
  const figures = progressOf(data);
  const segments = MINE.map((status) => ({
    status,
    value: figures[status],
    text: t(`datasets.figures.${status}`, { count: figures[status] }),
  }));
  const rest =
    figures.pending === 0 ? t("datasets.mine.nothingLeft") : t("datasets.mine.left", { count: figures.pending });
  return <Figures label={t("datasets.myProgress")} who={who} total={figures.total} segments={segments} rest={[rest]} />;
}

type RowActionsProps = { row: DatasetRow; className: string; onExport: (() => void) | null };

/** Further actions for a dataset: side by side in a row, in a menu on a card. */
export function RowActions({ row, className, onExport }: RowActionsProps) {
  const cards = useCards();
  const { name } = row;
  const mayAdd = mayAddRecords(row, useUser());
  const address = rowAddress(row);
  if (cards)
    return (
      <span className="relative z-1">
        <RowMenu
          {...{ row, onExport, address }}
          trigger={<IconButton icon={Ellipsis} translate="no" label={t("forms.actionsOf", { name })} />}
        />
      </span>
    );
  const settings = t("datasets.settingsOf", { name });
  return (
    <span className={cx("relative z-1 flex justify-end gap-1", className)}>
      <Tooltip text={settings} width="fit">
        <Link to={settingsPath(row)} translate="no" aria-label={settings} className={cx(iconControlClass, "size-7")}>
          <Icon of={Settings2} />
        </Link>
      </Tooltip>
      {mayAdd && (
        <Tooltip text={t("datasets.addTo", { name })} width="fit">
          <Link
            to={addRecordsPath(row)}
            translate="no"
            aria-label={t("datasets.addTo", { name })}
            className={cx(iconControlClass, "size-7")}
          >
            <Icon of={FileUp} />
          </Link>
        </Tooltip>
      )}
      {onExport !== null && (
        <IconButton
          icon={Download}
          translate="no"
          label={t("header.exportOf", { name })}
          size="small"
          onClick={onExport}
        />
      )}
      <CopyButton
        text={address}
        what={t("datasets.linkOf", { name })}
        translate="no"
        icon={LinkIcon}
        className="size-7"
      />
    </span>
  );
}
