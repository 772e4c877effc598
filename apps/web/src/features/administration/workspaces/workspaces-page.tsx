import { isOwner } from "@postil/domain/accounts/policies";
import { fullName } from "@postil/domain/accounts/users";
import type { WorkspaceList, WorkspaceSummary } from "@postil/domain/accounts/workspace-overview";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { t } from "i18next";
import { Ellipsis, Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import "../../../lib/i18n/en/administration.ts";
import {
  managedWorkspacesQuery,
  workspaceOverviewQuery,
  workspacesAnswersQuery,
} from "../../../lib/api/queries/administration.ts";
import { isolated } from "../../../lib/i18n/isolate-names.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { relativeTime, shortDate, toMilliseconds } from "../../../lib/i18n/times.ts";
import type { SessionUser } from "../../../lib/session/store.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { FindInput } from "../../../ui/filter-button.tsx";
import { useRowFocus } from "../../../ui/focus.ts";
import { usePageTitle } from "../../../ui/layouts/frame.tsx";
import { cardsLook, type ListColumn, ListSkeleton, ListTable } from "../../../ui/list-table.tsx";
import { EmptyState } from "../../../ui/no-content.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { VisuallyHidden } from "../../../ui/screen-reader.tsx";
import { Time, useNow } from "../../../ui/time.tsx";
import { sayFailure, useRefresh } from "../form-dialog.tsx";
import {
  AnswersCell,
  barClass,
  countedAnswers,
  LoadFailed,
  OPEN_TRIGGER,
  useStillOrder,
  type WeekAnswers,
} from "../list-parts.tsx";
import { type Opened, WorkspaceDialogs } from "./dialogs.tsx";
import type { WorkspaceAction, WorkspaceMenuProps } from "./menus.tsx";
import { findWorkspaces, type SortedColumn, type WorkspacesCriteria } from "./workspace-list.ts";

const WorkspaceMenu = onDemand<WorkspaceMenuProps>("menu", () =>
  import("./menus.tsx").then((module) => module.WorkspaceMenu),
);

type WorkspacesPageProps = {
  user: SessionUser;
  criteria: WorkspacesCriteria;
  onCriteria: (criteria: WorkspacesCriteria) => void;
};

/** The workspaces: all for owners, their own for admins (ROL-12, design/administration.md#workspaces). */
export function WorkspacesPage({ user, criteria, onCriteria }: WorkspacesPageProps) {
  usePageTitle(t("administration.workspaces"));
  const { data: list, isError } = useQuery(managedWorkspacesQuery());
  const counted = useQuery(workspacesAnswersQuery());
  const answers: WeekAnswers = counted.isError ? "failed" : (counted.data ?? null);
  const refresh = useRefresh();
  const [opened, setOpened] = useState<Opened | null>(null);
  const act = useAct(setOpened, refresh);
  const now = useNow();
  const owner = isOwner(user);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done is the same whichever drawing it is from
  const columns = useMemo(() => columnsOf(now, answers, owner ? act : null), [now, answers, owner]);
  const ordered = useMemo(
    () => findWorkspaces(list?.workspaces ?? [], criteria, countedAnswers(answers)),
    [list, criteria, answers],
  );
  const shown = useStillOrder(ordered, JSON.stringify([criteria, answers === null]));
  const isNarrowed = criteria.search.trim() !== "";
  const place = useRef<HTMLDivElement>(null);
  useRowFocus(place, shown, () => place.current?.querySelector("input")?.focus());
  const search = (text: string) => onCriteria({ ...criteria, search: text });
  return (
    <div ref={place}>
      <VisuallyHidden>
        <h1>{t("administration.workspaces")}</h1>
      </VisuallyHidden>
      <div className={barClass}>
        <FindInput label={t("workspaces.find")} value={criteria.search} onChange={search} />
        <span className="ml-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-1 max-md:ml-0 max-md:w-full max-md:justify-between md:pl-3">
          <span role="status" className="text-soft tabular-nums">
            {list !== undefined && countText(list, shown.length, isNarrowed)}
          </span>
          {owner && (
            <Button icon={Plus} onClick={() => setOpened({ dialog: "create" })}>
              {t("workspaces.add")}
            </Button>
          )}
        </span>
      </div>
      {isError && <LoadFailed message={t("administration.workspacesFailed")} onRetry={refresh} />}
      {answers === "failed" && !isError && <LoadFailed message={t("administration.answersFailed")} onRetry={refresh} />}
      {list === undefined && !isError && (
        <ListSkeleton look={LOOK} columns={columns} rows={NAMES.length} className="pt-9" />
      )}
      {shown.length > 0 && (
        <ListTable
          label={t("administration.workspaces")}
          look={LOOK}
          columns={columns}
          rows={shown}
          rowClass={() => LIVE}
          sort={criteria.sort}
          onSort={(sort) => onCriteria({ ...criteria, sort })}
        />
      )}
      {list !== undefined && shown.length === 0 && <NoWorkspaces isNarrowed={isNarrowed} onClear={() => search("")} />}
      <WorkspaceDialogs
        opened={opened}
        onChanged={refresh}
        onDeleted={refresh}
        onFilled={() => {
          if (opened !== null && opened.dialog !== "create") act(opened.overview.workspace, "remove");
        }}
        onClose={() => setOpened(null)}
      />
    </div>
  );
}

/** "7 workspaces, 16 datasets, 13 people", filtered "2 of 7 workspaces". */
function countText({ workspaces, people }: WorkspaceList, shown: number, isNarrowed: boolean): string {
  const all = t("forms.workspaces", { count: workspaces.length });
  if (isNarrowed) return t("workspaces.found", { shown, workspaces: all });
  const datasets = workspaces.reduce((sum, workspace) => sum + workspace.datasets, 0);
  const inside = t("forms.datasets", { count: datasets });
  return [all, inside, t("words.people", { count: people })].join(", ");
}

function NoWorkspaces({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  if (!isNarrowed) return <p className="py-6 text-soft">{t("administration.noWorkspaces")}</p>;
  return (
    <EmptyState
      isApart
      title={t("workspaces.noMatch")}
      actions={<Button onClick={onClear}>{t("workspaces.clear")}</Button>}
    />
  );
}

type Act = (workspace: Pick<WorkspaceSummary, "id" | "name">, action: WorkspaceAction) => void;

/** The actions of a row's menu: two open another page, two first load the current content of the workspace. */
function useAct(open: (opened: Opened) => void, onChanged: () => void): Act {
  const navigate = useNavigate();
  const client = useQueryClient();
  return ({ id, name }, action) => {
    if (action === "members") return void navigate({ to: "/workspaces/$workspaceId", params: { workspaceId: id } });
    if (action === "datasets")
      return void navigate({ to: "/datasets", search: { workspaces: encodeURIComponent(name) } });
    return void client.fetchQuery({ ...workspaceOverviewQuery(id), staleTime: 0 }).then(
      (overview) => open({ dialog: action, overview }),
      (error: unknown) => {
        notify({ message: sayFailure(error), type: "error" });
        onChanged();
      },
    );
  };
}

const LOOK = cardsLook("max-[640px]:grid-cols-[minmax(0,1fr)_auto]");
const LIVE = "group relative focus-within:bg-hover has-[[aria-expanded=true]]:bg-hover hover:bg-hover";
const CARD_HIDES = "max-[640px]:hidden";
const TEXT = "overflow-hidden whitespace-nowrap text-ellipsis";
const NUMBER = `${TEXT} text-right tabular-nums ${CARD_HIDES}`;
/** px widths for six skeleton rows */
const NAMES = [96, 80, 104, 64, 88, 72];
/** The link of the name covers the row; this layer above it shows the exact time on hover. */
const ABOVE_LINK = "relative z-1";

type Column = ListColumn<WorkspaceSummary, SortedColumn>;

/**
 * Narrow windows hide the least needed columns first. Below 640 px a row is a card of name, members by name and last activity.
 * `act`: null for users who may only view.
 */
function columnsOf(now: number, answers: WeekAnswers, act: Act | null): readonly Column[] {
  const sorted = (
    name: SortedColumn,
    look: string,
    draw: Column["draw"],
    skeletonWidth: number | readonly number[] = 16,
  ): Column => ({
    ...{ name, cell: look, draw, skeletonWidth },
    title: t(`workspaces.column.${name}`),
    sorted: name,
    descends: name !== "name",
    // The room of the sort arrow belongs to the numbers.
    head: cx(look.replace(/text-soft|overflow-hidden/g, ""), "[&.text-right>button]:-mr-4.5"),
  });
  const who = `${TEXT} pr-4 text-soft max-[960px]:min-[641px]:hidden max-[640px]:order-3`;
  const actions = "w-14 text-right max-[640px]:order-2 max-[640px]:row-span-3 max-[640px]:w-auto";
  return [
    sorted("name", `${TEXT} pr-4 w-46 max-[780px]:w-auto max-[640px]:order-1`, nameLink, NAMES),
    sorted("members", `${NUMBER} pr-4 w-22`, ({ members }) => members.toLocaleString(LOCALE)),
    {
      name: "who",
      title: t("workspaces.column.who"),
      hidden: true,
      head: who,
      cell: who,
      draw: whoNames,
      skeletonWidth: 224,
    },
    sorted("datasets", `${NUMBER} pr-4 w-24`, ({ datasets }) => datasets.toLocaleString(LOCALE)),
    sorted("records", `${NUMBER} pr-4 w-34 max-[780px]:hidden`, ({ records }) => records.toLocaleString(LOCALE), 48),
    sorted(
      "answers",
      `${NUMBER} w-46 pr-8 max-[1080px]:hidden`,
      ({ id }) => <AnswersCell answers={answers} id={id} />,
      32,
    ),
    sorted(
      "created",
      `${TEXT} pr-4 w-28 text-soft max-[1240px]:hidden ${CARD_HIDES}`,
      ({ insertedAt: at }) => <Time className={ABOVE_LINK} at={at} text={shortDate(toMilliseconds(at), now)} />,
      48,
    ),
    sorted(
      "lastActivity",
      `${TEXT} pr-4 w-34 text-soft max-[640px]:order-4 max-[640px]:w-auto`,
      ({ lastActivityAt: at }) =>
        at === null ? (
          t("workspaces.never")
        ) : (
          <Time className={ABOVE_LINK} at={at} text={relativeTime(toMilliseconds(at), now)} />
        ),
      72,
    ),
    {
      ...{ name: "actions", title: t("workspaces.column.actions"), hidden: true, head: actions, cell: actions },
      draw: (workspace) => act && <Actions workspace={workspace} act={act} />,
    },
  ];
}

const nameLink = ({ id, name }: WorkspaceSummary) => (
  <Link
    translate="no"
    to="/workspaces/$workspaceId"
    params={{ workspaceId: id }}
    className="font-strong after:absolute after:inset-0 hover:text-accent focus-visible:outline-0 focus-visible:after:outline-(length:--focus-width) focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
  >
    {name}
  </Link>
);

const whoNames = (summary: WorkspaceSummary) => (
  <span translate={summary.members === 0 ? undefined : "no"}>{whoText(summary)}</span>
);

/** Up to three names; for more members, two names and the number of the others. */
function whoText({ members, firstMembers }: WorkspaceSummary): string {
  if (members === 0) return t("workspaces.nobodyYet");
  const names = firstMembers.map((member) => isolated(fullName(member)));
  if (members <= names.length) return names.join(", ");
  const told = names.slice(0, -1);
  return t("workspaces.andMore", { names: told.join(", "), count: members - told.length });
}

/** Shown on hover and focus of the row. */
function Actions({ workspace, act }: { workspace: WorkspaceSummary; act: Act }) {
  const label = t("forms.actionsOf", { name: workspace.name });
  return (
    <span className="relative z-1 opacity-0 focus-within:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100 max-[640px]:opacity-100">
      <WorkspaceMenu
        label={label}
        onAction={(action) => act(workspace, action)}
        trigger={<IconButton icon={Ellipsis} translate="no" label={label} className={OPEN_TRIGGER} />}
      />
    </span>
  );
}
