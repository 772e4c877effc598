import { isOwner } from "@postil/domain/accounts/policies";
import { Link, Outlet, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { t } from "i18next";
import {
  type AuditCriteria,
  passedOver,
  readAuditCriteria,
  writeAuditCriteria,
} from "../../features/administration/audit/audit-criteria.ts";
import { AuditPage } from "../../features/administration/audit/audit-page.tsx";
import {
  type DeletedCriteria,
  readDeletedCriteria,
  writeDeletedCriteria,
} from "../../features/administration/deleted/deleted-list.ts";
import { DeletedPage } from "../../features/administration/deleted/deleted-page.tsx";
import {
  type PeopleCriteria,
  readPeopleCriteria,
  writePeopleCriteria,
} from "../../features/administration/people/people-list.ts";
import { PeoplePage } from "../../features/administration/people/people-page.tsx";
import { Place } from "../../features/administration/place.tsx";
import { loadServerLines } from "../../features/administration/server-lines.tsx";
import { WebhooksPage } from "../../features/administration/webhooks/webhooks-page.tsx";
import {
  readWorkspacesCriteria,
  type WorkspacesCriteria,
  writeWorkspacesCriteria,
} from "../../features/administration/workspaces/workspace-list.ts";
import { WorkspacePage } from "../../features/administration/workspaces/workspace-page.tsx";
import { WorkspacesPage } from "../../features/administration/workspaces/workspaces-page.tsx";
import { readText } from "../../lib/listed-values.ts";
import { getSession, useUser } from "../../lib/session/store.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { homeCrumb, PageHeader } from "../header/page-header.tsx";
import { replacesAddress } from "../raw-query.ts";

const InvitePage = lazyPart(() => import("../../features/administration/people/from-file/invite-page.tsx"));

/** What owners are told of their server comes with the page. */
export async function loadAdministration(): Promise<void> {
  const session = getSession();
  if (session.status === "signed-in" && isOwner(session.user)) await loadServerLines();
}

/** The frame around the tabs of the administration. */
export function Administration() {
  const user = useUser();
  // The user just signed out. The router is about to leave the page.
  if (user === null) return null;
  const crumbs = [homeCrumb(), { label: t("administration.title") }];
  return (
    <Place header={<PageHeader crumbs={crumbs} offline={t("administration.offline")} />} role={user.role}>
      <Outlet />
    </Place>
  );
}

/** The list of people. Its filters and order are in the address. */
export function People() {
  const user = useUser();
  const navigate = useNavigate({ from: "/people" });
  const search = useSearch({ from: "/inside/administration/people" });
  const criteria = readPeopleCriteria(search);
  const onCriteria = (next: PeopleCriteria) =>
    void navigate({ search: writePeopleCriteria(next), replace: replacesAddress(search, criteria, next) });
  // The user just signed out. The router is about to leave the page.
  if (user === null) return null;
  const { add, file } = search;
  const toList = () => void navigate({ search: writePeopleCriteria(criteria) });
  if (file !== undefined) return <InvitePage user={user} onBack={toList} whenMissing={toList} />;
  return (
    <PeoplePage
      user={user}
      criteria={criteria}
      onCriteria={onCriteria}
      addTo={add === undefined ? null : readText(add)}
      onAdded={() => void navigate({ search: writePeopleCriteria(criteria), replace: true })}
      onFile={() => void navigate({ search: { ...writePeopleCriteria(criteria), file: "open" } })}
      onAudit={({ username }) => void navigate({ to: "/audit", search: { search: encodeURIComponent(username) } })}
    />
  );
}

/** The list of workspaces. Its filters and order are in the address. */
export function Workspaces() {
  const user = useUser();
  const navigate = useNavigate({ from: "/workspaces" });
  const search = useSearch({ from: "/inside/administration/workspaces" });
  const criteria = readWorkspacesCriteria(search);
  const onCriteria = (next: WorkspacesCriteria) =>
    void navigate({ search: writeWorkspacesCriteria(next), replace: replacesAddress(search, criteria, next) });
  // The user just signed out. The router is about to leave the page.
  return user === null ? null : <WorkspacesPage user={user} criteria={criteria} onCriteria={onCriteria} />;
}

/** One workspace with its members and datasets. */
export function Workspace() {
  const user = useUser();
  const { workspaceId } = useParams({ from: "/inside/workspaces/$workspaceId" });
  // The user just signed out. The router is about to leave the page.
  if (user === null) return null;
  const crumbs = (name: string) => [
    homeCrumb(),
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

/** The audit trail. Its filters are in the address. */
export function Audit() {
  const navigate = useNavigate({ from: "/audit" });
  const search = useSearch({ from: "/inside/administration/audit" });
  const criteria = readAuditCriteria(search);
  const onCriteria = (next: AuditCriteria) =>
    void navigate({ search: writeAuditCriteria(next), replace: replacesAddress(search, criteria, next) });
  return <AuditPage criteria={criteria} ignored={passedOver(search)} onCriteria={onCriteria} />;
}

/** What was deleted and can be restored. Its filters are in the address. */
export function Deleted() {
  const navigate = useNavigate({ from: "/recently-deleted" });
  const search = useSearch({ from: "/inside/administration/recently-deleted" });
  const criteria = readDeletedCriteria(search);
  const onCriteria = (next: DeletedCriteria) =>
    void navigate({ search: writeDeletedCriteria(next), replace: replacesAddress(search, criteria, next) });
  return <DeletedPage criteria={criteria} onCriteria={onCriteria} />;
}

/** Programs that hear of what happens. */
export function Webhooks() {
  const user = useUser();
  // The user just signed out. The router is about to leave the page.
  return user === null ? null : <WebhooksPage role={user.role} />;
}
