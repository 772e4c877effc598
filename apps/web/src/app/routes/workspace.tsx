import { Link, useParams } from "@tanstack/react-router";
import { t } from "i18next";
import { WorkspacePage } from "../../features/administration/workspaces/workspace-page.tsx";
import { useUser } from "../../lib/session/use-session.ts";
import { PageHeader } from "../header/page-header.tsx";

export function Workspace() {
  const user = useUser();
  const { workspaceId } = useParams({ from: "/inside/workspaces/$workspaceId" });
  // The user just signed out. The router is about to leave the page.
  if (user === null) return null;
  const crumbs = (name: string) => [
    { label: t("common.header.home"), link: <Link to="/datasets" /> },
    { label: t("administration.title"), link: <Link to="/people" /> },
    { label: t("administration.workspaces"), link: <Link to="/workspaces" /> },
    { label: name },
  ];
  return (
    <WorkspacePage
      key={workspaceId}
      id={workspaceId}
      user={user}
      header={(name) => <PageHeader crumbs={crumbs(name)} offline={t("administration.offline")} />}
    />
  );
}
