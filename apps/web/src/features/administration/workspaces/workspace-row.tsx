import { fullName } from "@postil/domain/accounts/full-name";
import type { WorkspaceSummary } from "@postil/domain/accounts/workspace-overview";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import type { ComponentType } from "react";
import { isolated } from "../../../lib/i18n/isolated.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { relativeTime, shortDate, toMilliseconds } from "../../../lib/i18n/times.ts";
import { cx } from "../../../ui/cx.ts";
import { Time } from "../../../ui/time.tsx";
import { AnswersCell, type WeekAnswers } from "../answers-cell.tsx";
import { rowMark } from "../use-row-focus.ts";
import { COLUMN_NAMES, COLUMNS, type Column, ROW } from "./columns.ts";
import { RowActions } from "./row-actions.tsx";
import type { WorkspaceAction } from "./workspace-menu.tsx";

export type RowContext = {
  readonly now: number;
  readonly answers: WeekAnswers;
  /** null for who may do nothing with a workspace but look */
  readonly onAction: ((workspace: WorkspaceSummary, action: WorkspaceAction) => void) | null;
};

/** The link of the name covers the row; over this the exact time is told. */
const ABOVE_LINK = "relative z-1";

type CellProps = { workspace: WorkspaceSummary; context: RowContext };

const CONTENTS: { readonly [C in Column]: ComponentType<CellProps> } = {
  name: Name,
  members: ({ workspace }) => workspace.members.toLocaleString(LOCALE),
  who: Who,
  datasets: ({ workspace }) => workspace.datasets.toLocaleString(LOCALE),
  records: ({ workspace }) => workspace.records.toLocaleString(LOCALE),
  answers: ({ workspace, context }) => <AnswersCell answers={context.answers} id={workspace.id} />,
  created: ({ workspace, context }) => (
    <Time
      className={ABOVE_LINK}
      at={workspace.insertedAt}
      text={shortDate(toMilliseconds(workspace.insertedAt), context.now)}
    />
  ),
  lastActivity: LastActivity,
  actions: ({ workspace, context }) =>
    context.onAction && (
      <RowActions workspace={workspace} onAction={(action) => context.onAction?.(workspace, action)} />
    ),
};

/** A workspace: the link of its name covers the row. */
export function WorkspaceRow({ workspace, context }: CellProps) {
  return (
    <tr
      {...rowMark(workspace.id)}
      className={cx("group relative focus-within:bg-hover has-[[aria-expanded=true]]:bg-hover hover:bg-hover", ROW)}
    >
      {COLUMN_NAMES.map((column) => {
        const Cell = CONTENTS[column];
        return (
          <td key={column} className={COLUMNS[column]}>
            <Cell workspace={workspace} context={context} />
          </td>
        );
      })}
    </tr>
  );
}

function Name({ workspace }: CellProps) {
  return (
    <Link
      translate="no"
      to="/workspaces/$workspaceId"
      params={{ workspaceId: workspace.id }}
      className="font-strong after:absolute after:inset-0 hover:text-accent focus-visible:outline-0 focus-visible:after:outline-(length:--focus-width) focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
    >
      {workspace.name}
    </Link>
  );
}

/** All names of three; of more, two and how many others. */
function Who({ workspace }: CellProps) {
  const { members, firstMembers } = workspace;
  if (members === 0) return t("workspaces.nobodyYet");
  const names = firstMembers.map((member) => isolated(fullName(member)));
  if (members <= names.length) return names.join(", ");
  const told = names.slice(0, -1);
  return t("workspaces.andMore", { names: told.join(", "), count: members - told.length });
}

function LastActivity({ workspace, context }: CellProps) {
  const { lastActivityAt: at } = workspace;
  return at === null ? (
    t("workspaces.never")
  ) : (
    <Time className={ABOVE_LINK} at={at} text={relativeTime(toMilliseconds(at), context.now)} />
  );
}
