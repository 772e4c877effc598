import { useNavigate, useSearch } from "@tanstack/react-router";
import {
  readWorkspacesCriteria,
  type WorkspacesCriteria,
  writeWorkspacesCriteria,
} from "../../features/administration/workspaces/workspace-list.ts";
import { WorkspacesPage } from "../../features/administration/workspaces/workspaces-page.tsx";
import { useUser } from "../../lib/session/use-session.ts";
import { replacesAddress } from "../replaces-address.ts";

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
