import { isOwner } from "@postil/domain/accounts/policies";
import type { WorkspaceOverview } from "@postil/domain/accounts/workspace-overview";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { t } from "i18next";
import { PenLine, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import "../../../lib/i18n/administration-texts.ts";
import "../../../lib/i18n/workspaces-texts.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { workspaceAnswersQuery, workspaceOverviewQuery } from "../../../lib/api/queries/workspace-administration.ts";
import type { SessionUser } from "../../../lib/session/store.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Main, PageFrame } from "../../../ui/layouts/frame.tsx";
import { Waiting } from "../../../ui/settings/waiting.tsx";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import type { WeekAnswers } from "../answers-cell.tsx";
import { LoadFailed } from "../load-failed.tsx";
import { useRefresh } from "../use-refresh.ts";
import { InsideDatasets } from "./inside-datasets.tsx";
import { Members } from "./members.tsx";
import { type Opened, WorkspaceDialogs } from "./workspace-dialogs.tsx";

type WorkspacePageProps = {
  id: string;
  user: SessionUser;
  /** with the name of the workspace, once it is known */
  header: (name: string) => ReactNode;
};

/** One workspace: who belongs to it and what it holds (ROL-12, design/administration.md#workspaces). */
export function WorkspacePage({ id, user, header }: WorkspacePageProps) {
  const refresh = useRefresh();
  const { data: overview, error } = useQuery(workspaceOverviewQuery(id));
  const { data, isError } = useQuery(workspaceAnswersQuery(id));
  const name = overview?.workspace.name ?? "";
  usePageTitle(name === "" ? t("administration.workspaces") : name);
  const answers = isError ? "failed" : (data ?? null);
  const status = failureOf(error)?.status ?? null;
  // Of what was deleted, or is no longer the reader's, nothing stays on the screen.
  const gone = status === 403 || status === 404 || status === 422;
  return (
    <PageFrame header={header(name)}>
      <Main className="flex flex-col px-6 max-md:px-4">
        {gone && <Gone />}
        {error !== null && !gone && <LoadFailed message={t("workspaces.one.failed")} onRetry={refresh} />}
        {overview === undefined && error === null && <Waiting />}
        {overview !== undefined && !gone && <Known overview={overview} user={user} answers={answers} />}
      </Main>
    </PageFrame>
  );
}

function Gone() {
  return (
    <div className="mx-auto mt-28 w-[640px] max-w-full">
      <h1 translate="no" className="font-strong text-title">
        {t("workspaces.one.missing")}
      </h1>
      <p className="mt-2 mb-6 text-lead text-soft">{t("workspaces.one.missingText")}</p>
      <Link to="/workspaces" className={buttonClass("primary", "large", "px-4")}>
        {t("workspaces.one.back")}
      </Link>
    </div>
  );
}

type KnownProps = {
  overview: WorkspaceOverview;
  user: SessionUser;
  answers: WeekAnswers;
};

function Known({ overview, user, answers }: KnownProps) {
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [open, setOpen] = useState<"rename" | "remove" | null>(null);
  const { workspace } = overview;
  const opened: Opened | null = open && { dialog: open, overview };
  return (
    <div className="flex flex-1 flex-col">
      <header className="flex min-h-14 flex-wrap items-center gap-2 border-line border-b py-2">
        <h1 className="flex-1 font-strong text-title [overflow-wrap:anywhere]">{workspace.name}</h1>
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
        <Members overview={overview} user={user} answers={answers} onChanged={refresh} />
        <InsideDatasets workspace={workspace} datasets={overview.datasets} />
      </div>
      <WorkspaceDialogs
        opened={opened}
        onChanged={refresh}
        onFilled={refresh}
        onDeleted={() => {
          void navigate({ to: "/workspaces", state: { keepToasts: true } });
          refresh();
        }}
        onClose={() => setOpen(null)}
      />
    </div>
  );
}
