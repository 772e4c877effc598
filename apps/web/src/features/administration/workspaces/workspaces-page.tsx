import { isOwner } from "@postil/domain/accounts/policies";
import type { WorkspaceList, WorkspaceSummary } from "@postil/domain/accounts/workspace-overview";
import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import "../../../lib/i18n/administration-texts.ts";
import "../../../lib/i18n/workspaces-texts.ts";
import type { SessionUser } from "../../../lib/session/store.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button } from "../../../ui/button.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { Waiting } from "../../../ui/settings/waiting.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { useSlashKey } from "../../../ui/use-slash-key.ts";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { LoadFailed } from "../load-failed.tsx";
import { sayFailure } from "../use-action.ts";
import { useRowFocus } from "../use-row-focus.ts";
import { findWorkspaces, USUAL_SORT } from "./order.ts";
import { useRefresh, useWorkspaces } from "./use-workspaces.ts";
import { type Opened, WorkspaceDialogs } from "./workspace-dialogs.tsx";
import type { WorkspaceAction } from "./workspace-menu.tsx";
import { WorkspacesTable } from "./workspaces-table.tsx";

/** The workspaces: all of them for owners, an admin's own (ROL-12, design/administration.md#workspaces). */
export function WorkspacesPage({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  usePageTitle(t("administration.workspaces"));
  const { list, failed, answers, look } = useWorkspaces();
  const refresh = useRefresh();
  const now = useNow();
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState(USUAL_SORT);
  const [opened, setOpened] = useState<Opened | null>(null);
  const act = useActions(look, setOpened);
  const counted = answers === null || answers === "failed" ? new Map<string, number>() : answers;
  const shown = findWorkspaces(list?.workspaces ?? [], search, sort, counted);
  const owner = isOwner(user);
  const place = useRef<HTMLDivElement>(null);
  useRowFocus(place, shown, () => place.current?.querySelector("input")?.focus());
  return (
    <div ref={place}>
      <VisuallyHidden>
        <h1>{t("administration.workspaces")}</h1>
      </VisuallyHidden>
      <Bar list={list} shown={shown.length} search={search} onSearch={setSearch}>
        {owner && (
          <Button icon={Plus} onClick={() => setOpened({ dialog: "create" })}>
            {t("workspaces.add")}
          </Button>
        )}
      </Bar>
      {failed && <LoadFailed message={t("administration.workspacesFailed")} onRetry={refresh} />}
      {answers === "failed" && !failed && <LoadFailed message={t("workspaces.answersFailed")} onRetry={refresh} />}
      {list === null && !failed && <Waiting />}
      {shown.length > 0 && (
        <WorkspacesTable
          workspaces={shown}
          sort={sort}
          onSort={setSort}
          context={{ now, answers, onAction: owner ? act : null }}
        />
      )}
      {list !== null && shown.length === 0 && (
        <p className="py-6 text-soft">{t(search === "" ? "administration.noWorkspaces" : "workspaces.noMatch")}</p>
      )}
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

type Look = ReturnType<typeof useWorkspaces>["look"];

/** What the menu of a row does: two lead elsewhere, two ask first what is in the workspace now. */
function useActions(look: Look, open: (opened: Opened) => void) {
  const navigate = useNavigate();
  return ({ id, name }: Pick<WorkspaceSummary, "id" | "name">, action: WorkspaceAction) => {
    if (action === "members") return void navigate({ to: "/workspaces/$workspaceId", params: { workspaceId: id } });
    if (action === "datasets")
      return void navigate({ to: "/datasets", search: { workspaces: encodeURIComponent(name) } });
    return void look(id).then(
      (overview) => open({ dialog: action, overview }),
      (error: unknown) => notify({ message: sayFailure(error), type: "error" }),
    );
  };
}

type BarProps = {
  list: WorkspaceList | null;
  shown: number;
  search: string;
  onSearch: (text: string) => void;
  children: React.ReactNode;
};

/** Search, what there is, and a new one. */
function Bar({ list, shown, search, onSearch, children }: BarProps) {
  const { t } = useTranslation();
  const input = useSlashKey();
  return (
    <div className="mb-2 flex min-h-(--bar) flex-wrap items-center gap-1 py-1">
      <SearchInput
        ref={input}
        label={t("workspaces.find")}
        placeholder={t("workspaces.find")}
        value={search}
        onChange={onSearch}
        keys="/"
        className="w-[400px] max-w-full max-md:w-full"
      />
      <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1 max-md:ml-0 max-md:w-full max-md:justify-between md:pl-3">
        <span role="status" className="text-soft tabular-nums">
          {list !== null && <Count list={list} shown={shown} narrowed={search !== ""} />}
        </span>
        {children}
      </span>
    </div>
  );
}

function Count({ list, shown, narrowed }: { list: WorkspaceList; shown: number; narrowed: boolean }) {
  const { t } = useTranslation();
  const workspaces = t("workspaces.countWorkspaces", { count: list.workspaces.length });
  if (narrowed) return t("workspaces.found", { shown, workspaces });
  const datasets = list.workspaces.reduce((sum, workspace) => sum + workspace.datasets, 0);
  const parts = [
    workspaces,
    t("workspaces.countDatasets", { count: datasets }),
    t("workspaces.countPeople", { count: list.people }),
  ];
  return parts.join(", ");
}
