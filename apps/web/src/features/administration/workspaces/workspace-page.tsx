import { isOwner } from "@postil/domain/accounts/policies";
import { fullName, type Role } from "@postil/domain/accounts/users";
import type { WorkspaceDataset, WorkspaceMember, WorkspaceOverview } from "@postil/domain/accounts/workspace-overview";
import { annotationPath } from "@postil/domain/datasets/dataset";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { t } from "i18next";
import { ChevronDown, PenLine, Trash2, UserMinus } from "lucide-react";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import "../../../lib/i18n/en/administration.ts";
import { api } from "../../../lib/api/api.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { workspaceAnswersQuery, workspaceOverviewQuery } from "../../../lib/api/queries/administration.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { percentText } from "../../../lib/i18n/percent.ts";
import type { SessionUser } from "../../../lib/session/store.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button, buttonClass, IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { useRowFocus } from "../../../ui/focus.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Main, PageFrame, usePageTitle } from "../../../ui/layouts/frame.tsx";
import { type ListColumn, ListTable } from "../../../ui/list-table.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { Waiting } from "../../../ui/settings/waiting.tsx";
import { ProgressSegments } from "../../../ui/status.tsx";
import { sayFailure, useRefresh } from "../form-dialog.tsx";
import { AnswersCell, LoadFailed, type WeekAnswers } from "../list-parts.tsx";
import { AddMember } from "./add-member.tsx";
import { TakeOutDialog, TaskName, WorkspaceDialogs } from "./dialogs.tsx";
import type { RoleMenuProps } from "./menus.tsx";

const RoleMenu = onDemand<RoleMenuProps>("menu", () => import("./menus.tsx").then((module) => module.RoleMenu));

type WorkspacePageProps = {
  id: string;
  user: SessionUser;
  /** gets the name of the workspace, once it is known */
  header: (name: string) => ReactNode;
};

/** One workspace: its members and its datasets (ROL-12, design/administration.md#workspaces). */
export function WorkspacePage({ id, user, header }: WorkspacePageProps) {
  const refresh = useRefresh();
  const { data: overview, error } = useQuery(workspaceOverviewQuery(id));
  const { data, isError } = useQuery(workspaceAnswersQuery(id));
  const name = overview?.workspace.name ?? "";
  usePageTitle(name === "" ? t("administration.workspaces") : name);
  const answers = isError ? "failed" : (data ?? null);
  const status = failureOf(error)?.status ?? null;
  // A workspace that is deleted, or no longer accessible, is removed from the screen.
  const gone = status === 403 || status === 404 || status === 422;
  return (
    <PageFrame header={header(name)}>
      <Main className="flex flex-col px-6 max-md:px-4">
        {gone && <Gone />}
        {error !== null && !gone && <LoadFailed message={t("workspaces.one.failed")} onRetry={refresh} />}
        {overview === undefined && error === null && <Waiting />}
        {overview !== undefined && !gone && <Known {...{ overview, user, answers }} onChanged={refresh} />}
      </Main>
    </PageFrame>
  );
}

function Gone() {
  return (
    <div className="mx-auto mt-28 w-[640px] max-w-full">
      <h1 className="font-strong text-title">{t("workspaces.one.missing")}</h1>
      <p className="mt-2 mb-6 text-lead text-soft">{t("workspaces.one.missingText")}</p>
      <Link to="/workspaces" className={buttonClass("primary", "large", "px-4")}>
        {t("workspaces.one.back")}
      </Link>
    </div>
  );
}

type KnownProps = { overview: WorkspaceOverview; user: SessionUser; answers: WeekAnswers; onChanged: () => void };

function Known({ overview, user, answers, onChanged }: KnownProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<"rename" | "remove" | null>(null);
  const { workspace } = overview;
  return (
    <div className="flex flex-1 flex-col">
      <header className="flex min-h-14 flex-wrap items-center gap-2 border-line border-b py-2">
        <h1 translate="no" className="flex-1 font-strong text-title [overflow-wrap:anywhere]">
          {workspace.name}
        </h1>
        {isOwner(user) && (
          <>
            <Button variant="quiet" icon={PenLine} onClick={() => setOpen("rename")}>
              {t("workspaces.menu.rename")}
            </Button>
            <Button variant="quiet" icon={Trash2} onClick={() => setOpen("remove")}>
              {t("workspaces.menu.remove")}
            </Button>
          </>
        )}
      </header>
      <div className="grid flex-1 content-start min-[1080px]:grid-cols-2 min-[1080px]:content-stretch">
        <Members overview={overview} user={user} answers={answers} onChanged={onChanged} />
        <Part
          id="inside-datasets"
          title={t("workspaces.one.datasets")}
          count={overview.datasets.length.toLocaleString(LOCALE)}
          columns={datasetColumns(workspace.name)}
          rows={overview.datasets}
          rowClass={() => "hover:bg-hover"}
          none={t("workspaces.one.noDatasets")}
          note={t("workspaces.one.datasetsNote", { name: workspace.name })}
          className="min-[1080px]:border-line min-[1080px]:border-l min-[1080px]:pl-12"
        />
      </div>
      <WorkspaceDialogs
        opened={open && { dialog: open, overview }}
        onChanged={onChanged}
        onFilled={onChanged}
        onDeleted={() => {
          void navigate({ to: "/workspaces", state: { keepToasts: true } });
          onChanged();
        }}
        onClose={() => setOpen(null)}
      />
    </div>
  );
}

const LOOK = {
  table: "w-full table-fixed border-collapse",
  heads: "h-9 border-line border-b text-left text-small text-soft",
  title: "pr-4 font-body",
  row: "h-12 border-line border-b",
};

type PartProps<R extends { readonly id: string }> = {
  ref?: RefObject<HTMLElement | null>;
  id: string;
  title: string;
  count: string;
  beside?: ReactNode;
  columns: readonly ListColumn<R>[];
  rows: readonly R[];
  rowClass: (row: R) => string;
  none: string;
  note: string;
  className: string;
};

function Part<R extends { readonly id: string }>(props: PartProps<R>) {
  const { ref, id, title, count, beside, columns, rows, rowClass, none, note, className } = props;
  return (
    <section ref={ref} aria-labelledby={id} className={`py-3 ${className}`}>
      <div className="mb-1 flex min-h-10 flex-wrap items-center gap-2">
        <h2 id={id} tabIndex={-1} className="flex flex-1 items-center gap-2 whitespace-nowrap font-strong text-lead">
          {title}
          <span className="font-body text-body text-soft tabular-nums">{count}</span>
        </h2>
        {beside}
      </div>
      {rows.length === 0 ? (
        <p className="py-3 text-soft">{none}</p>
      ) : (
        <ListTable labelledBy={id} look={LOOK} columns={columns} rows={rows} rowClass={rowClass} />
      )}
      <p className="mt-3 text-small text-soft">{note}</p>
    </section>
  );
}

/** The members of a workspace; owners have access without membership. */
function Members({ overview, user, answers, onChanged }: KnownProps) {
  const { workspace, members } = overview;
  const [leaving, setLeaving] = useState<WorkspaceMember | null>(null);
  const place = useRef<HTMLElement>(null);
  useRowFocus(place, members, () => place.current?.querySelector("h2")?.focus());
  const owner = isOwner(user);
  const takesOut = (member: WorkspaceMember) => (
    <IconButton
      icon={UserMinus}
      translate="no"
      label={t("workspaces.takeOut.label", { name: fullName(member), workspace: workspace.name })}
      onClick={() => setLeaving(member)}
      className="opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
    />
  );
  const columns: readonly ListColumn<WorkspaceMember>[] = [
    { name: "name", title: t("workspaces.column.name"), cell: "truncate pr-4", draw: memberName },
    {
      ...{ name: "role", title: t("workspaces.column.role"), head: "w-34 max-[640px]:w-28", cell: "pr-4" },
      draw: (member) =>
        owner && member.id !== user.id ? (
          <MemberRole member={member} onChanged={onChanged} />
        ) : (
          t(`common.role.${member.role}`)
        ),
    },
    {
      ...{ name: "answers", title: t("workspaces.column.answers"), head: "w-40 text-right max-[640px]:hidden" },
      cell: "pr-4 text-right tabular-nums max-[640px]:hidden",
      draw: ({ state, id }) => state !== "invited" && <AnswersCell answers={answers} id={id} />,
    },
    {
      ...{ name: "takeOut", title: t("workspaces.column.takeOut"), hidden: true, head: "w-10", cell: "text-right" },
      // Admins cannot remove themselves.
      draw: (member) => (owner || member.id !== user.id) && takesOut(member),
    },
  ];
  return (
    <>
      <Part
        ref={place}
        id="members"
        title={t("workspaces.one.members")}
        count={t("workspaces.one.everyOwner", { count: members.length })}
        beside={owner && <AddMember overview={overview} onChanged={onChanged} />}
        columns={columns}
        rows={members}
        rowClass={({ state }) => cx("group focus-within:bg-hover hover:bg-hover", state !== "active" && "text-soft")}
        none={t("workspaces.one.noMembers")}
        note={t("workspaces.one.roleNote")}
        className="min-[1080px]:pr-12"
      />
      {leaving !== null && (
        <TakeOutDialog
          member={leaving}
          workspace={workspace}
          byOwner={owner}
          isOut={!members.some(({ id }) => id === leaving.id)}
          onChanged={onChanged}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

/** A member without access is shown in soft colour, with the reason. */
function memberName(member: WorkspaceMember) {
  const works = member.state === "active";
  return (
    <>
      <bdi translate="no" className={works ? "font-strong" : ""}>
        {fullName(member)}
      </bdi>{" "}
      <span translate={works ? "no" : undefined} className="ml-1 text-soft">
        {works ? member.username : t(`workspaces.one.${member.state}`)}
      </span>
    </>
  );
}

/** The role of a member. An owner's change applies to all workspaces of that user. */
function MemberRole({ member, onChanged }: { member: WorkspaceMember; onChanged: () => void }) {
  const name = fullName(member);
  const label = t("workspaces.one.roleOf", { name });
  const text = t(`common.role.${member.role}`);
  const change = (role: Role) =>
    api.call("changePerson", { params: { user_id: member.id }, body: { role } }, { quiet: true }).then(
      () => {
        notify({ message: t("workspaces.one.roleDone", { name, role: t(`common.role.${role}`) }) });
        onChanged();
      },
      (error: unknown) => notify({ message: sayFailure(error), type: "error" }),
    );
  return (
    <RoleMenu
      label={label}
      role={member.role}
      onChoose={(role) => void change(role)}
      trigger={
        <Button variant="quiet" size="compact" aria-label={`${label}: ${text}`} className="-ml-2">
          {text}
          <Icon
            of={ChevronDown}
            size={14}
            className="text-soft opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          />
        </Button>
      }
    />
  );
}

const datasetColumns = (workspaceName: string): readonly ListColumn<WorkspaceDataset>[] => [
  {
    ...{ name: "name", title: t("workspaces.column.name"), cell: "truncate pr-3" },
    draw: (dataset) => (
      <Link translate="no" to={annotationPath({ ...dataset, workspaceName })} className="font-strong hover:text-accent">
        {dataset.name}
      </Link>
    ),
  },
  {
    ...{ name: "task", title: t("workspaces.column.task"), head: "w-46 max-[640px]:hidden" },
    cell: "pr-3 max-[640px]:hidden",
    draw: ({ task }) => <TaskName task={task} />,
  },
  {
    ...{ name: "records", title: t("workspaces.column.records"), head: "w-28 text-right max-[780px]:hidden" },
    cell: "pr-4 text-right tabular-nums max-[780px]:hidden",
    draw: ({ records }) => records.toLocaleString(LOCALE),
  },
  {
    ...{ name: "progress", title: t("workspaces.column.progress"), head: "w-40 max-[640px]:w-36" },
    draw: (dataset) => <Progress dataset={dataset} />,
  },
];

function Progress({ dataset: { records, answered } }: { dataset: WorkspaceDataset }) {
  if (records === 0) return <span className="text-soft">{t("workspaces.one.noRecords")}</span>;
  const text = t("workspaces.one.answeredOf", { answered, records });
  return (
    <span title={text} className="flex items-center gap-3 tabular-nums">
      <ProgressSegments
        label={t("workspaces.column.progress")}
        total={records}
        segments={[{ status: "submitted", value: answered, text }]}
        className="w-20"
      />
      {percentText(answered / records)}
    </span>
  );
}
