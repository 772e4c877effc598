import { Link, Outlet } from "@tanstack/react-router";
import { t } from "i18next";
import { Place } from "../../features/administration/place.tsx";
import { useUser } from "../../lib/session/use-session.ts";
import { PageHeader } from "../header/page-header.tsx";

/** The frame around the tabs of the administration. */
export function Administration() {
  const user = useUser();
  // The user just signed out. The router is about to leave the page.
  if (user === null) return null;
  const crumbs = [
    { label: t("common.header.home"), link: <Link to="/datasets" /> },
    { label: t("administration.title") },
  ];
  return (
    <Place header={<PageHeader crumbs={crumbs} offline={t("administration.offline")} />} role={user.role}>
      <Outlet />
    </Place>
  );
}

export { Audit } from "./audit.tsx";
export { People } from "./people.tsx";
export { Workspace } from "./workspace.tsx";
export { Workspaces } from "./workspaces.tsx";
