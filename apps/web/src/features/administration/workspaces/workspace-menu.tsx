import type { WorkspaceSummary } from "@postil/domain/accounts/workspace-overview";
import { t } from "i18next";
import { List, PenLine, Trash2, UserPlus } from "lucide-react";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import type { OpensHere } from "../../../ui/on-demand.tsx";

/** What an owner does with a workspace from the list. */
export type WorkspaceAction = "members" | "datasets" | "rename" | "remove";

export type WorkspaceMenuProps = {
  workspace: WorkspaceSummary;
  onAction: (action: WorkspaceAction) => void;
};

/** The menu of a row. Lazily loaded. */
export function WorkspaceMenu({ workspace, onAction, ...opening }: WorkspaceMenuProps & OpensHere) {
  return (
    <Menu label={t("workspaces.actionsOf", { name: workspace.name })} placement="bottom end" {...opening}>
      <MenuItem icon={UserPlus} onAction={() => onAction("members")}>
        {t("workspaces.menu.members")}
      </MenuItem>
      <MenuItem icon={List} onAction={() => onAction("datasets")}>
        {t("workspaces.menu.datasets")}
      </MenuItem>
      <MenuItem icon={PenLine} onAction={() => onAction("rename")}>
        {t("workspaces.menu.rename")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onAction={() => onAction("remove")}>
        {t("workspaces.menu.remove")}
      </MenuItem>
    </Menu>
  );
}
