import type { WorkspaceOverview, WorkspaceSummary } from "@postil/domain/accounts/workspace-overview";
import { useNavigate } from "@tanstack/react-router";
import { notify } from "../../../lib/toasts/store.ts";
import { sayFailure } from "../use-action.ts";
import type { Opened } from "./workspace-dialogs.tsx";
import type { WorkspaceAction } from "./workspace-menu.tsx";

type WorkspaceActions = {
  /** the workspace as it is now */
  look: (id: string) => Promise<WorkspaceOverview>;
  open: (opened: Opened) => void;
  /** it is not as the list has it */
  onChanged: () => void;
};

/** What the menu of a row does: two lead elsewhere, two ask first what is in the workspace now. */
export function useWorkspaceActions({ look, open, onChanged }: WorkspaceActions) {
  const navigate = useNavigate();
  return ({ id, name }: Pick<WorkspaceSummary, "id" | "name">, action: WorkspaceAction) => {
    if (action === "members") return void navigate({ to: "/workspaces/$workspaceId", params: { workspaceId: id } });
    if (action === "datasets")
      return void navigate({ to: "/datasets", search: { workspaces: encodeURIComponent(name) } });
    return void look(id).then(
      (overview) => open({ dialog: action, overview }),
      (error: unknown) => {
        notify({ message: sayFailure(error), type: "error" });
        onChanged();
      },
    );
  };
}
