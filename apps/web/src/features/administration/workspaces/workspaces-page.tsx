import { isOwner } from "@postil/domain/accounts/policies";
import { t } from "i18next";
import { Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import "../../../lib/i18n/administration-texts.ts";
import "../../../lib/i18n/workspaces-texts.ts";
import type { SessionUser } from "../../../lib/session/store.ts";
import { Button } from "../../../ui/button.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { countedAnswers } from "../answers-cell.tsx";
import { LoadFailed } from "../load-failed.tsx";
import { useStillOrder } from "../still-order.ts";
import { useRefresh } from "../use-refresh.ts";
import { useRowFocus } from "../use-row-focus.ts";
import { findWorkspaces } from "./find-workspaces.ts";
import { NoWorkspaces } from "./no-workspaces.tsx";
import { useWorkspaceActions } from "./use-workspace-actions.ts";
import { useWorkspaces } from "./use-workspaces.ts";
import { type Opened, WorkspaceDialogs } from "./workspace-dialogs.tsx";
import { WorkspacesBar } from "./workspaces-bar.tsx";
import type { WorkspacesCriteria } from "./workspaces-criteria.ts";
import { WorkspacesSkeleton } from "./workspaces-skeleton.tsx";
import { WorkspacesTable } from "./workspaces-table.tsx";

type WorkspacesPageProps = {
  user: SessionUser;
  criteria: WorkspacesCriteria;
  onCriteria: (criteria: WorkspacesCriteria) => void;
};

/** The workspaces: all of them for owners, an admin's own (ROL-12, design/administration.md#workspaces). */
export function WorkspacesPage({ user, criteria, onCriteria }: WorkspacesPageProps) {
  usePageTitle(t("administration.workspaces"));
  const { list, failed, answers, look } = useWorkspaces();
  const refresh = useRefresh();
  const now = useNow();
  const [opened, setOpened] = useState<Opened | null>(null);
  const act = useWorkspaceActions({ look, open: setOpened, onChanged: refresh });
  const ordered = useMemo(
    () => findWorkspaces(list?.workspaces ?? [], criteria, countedAnswers(answers)),
    [list, criteria, answers],
  );
  const shown = useStillOrder(ordered, JSON.stringify([criteria, answers === null]));
  const owner = isOwner(user);
  const place = useRef<HTMLDivElement>(null);
  useRowFocus(place, shown, () => place.current?.querySelector("input")?.focus());
  const search = (text: string) => onCriteria({ ...criteria, search: text });
  return (
    <div ref={place}>
      <VisuallyHidden>
        <h1>{t("administration.workspaces")}</h1>
      </VisuallyHidden>
      <WorkspacesBar list={list} shown={shown.length} search={criteria.search} onSearch={search}>
        {owner && (
          <Button icon={Plus} onClick={() => setOpened({ dialog: "create" })}>
            {t("workspaces.add")}
          </Button>
        )}
      </WorkspacesBar>
      {failed && <LoadFailed message={t("administration.workspacesFailed")} onRetry={refresh} />}
      {answers === "failed" && !failed && <LoadFailed message={t("administration.answersFailed")} onRetry={refresh} />}
      {list === null && !failed && <WorkspacesSkeleton />}
      {shown.length > 0 && (
        <WorkspacesTable
          workspaces={shown}
          sort={criteria.sort}
          onSort={(sort) => onCriteria({ ...criteria, sort })}
          context={{ now, answers, onAction: owner ? act : null }}
        />
      )}
      {list !== null && shown.length === 0 && <NoWorkspaces search={criteria.search} onClear={() => search("")} />}
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
