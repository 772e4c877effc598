import { WorkspacesPage } from "../../features/administration/workspaces/workspaces-page.tsx";
import { useUser } from "../../lib/session/use-session.ts";

export function Workspaces() {
  const user = useUser();
  // Signed out this very moment: the router is about to leave.
  return user === null ? null : <WorkspacesPage user={user} />;
}
