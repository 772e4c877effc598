import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { UserSettingsPage } from "../../features/user-settings/user-settings-page.tsx";
import { workspacesQuery } from "../../lib/api/queries/workspaces.ts";
import { useUser } from "../../lib/session/use-session.ts";
import { PageHeader } from "../header/page-header.tsx";

/** One's own account and preferences (RTE-11). */
export function UserSettings() {
  const { t } = useTranslation();
  const user = useUser();
  const { data: workspaces } = useQuery(workspacesQuery());
  // Signed out this very moment: the router is about to leave.
  if (user === null) return null;
  const crumbs = [{ label: t("common.header.home"), link: <Link to="/datasets" /> }, { label: t("settings.title") }];
  return (
    <UserSettingsPage
      header={<PageHeader crumbs={crumbs} />}
      user={user}
      workspaces={workspaces ?? null}
      workspaceLink={(name) => <Link to="/datasets" search={{ workspaces: encodeURIComponent(name) }} />}
    />
  );
}
