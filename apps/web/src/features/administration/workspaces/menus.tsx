import { ROLES, type Role } from "@postil/domain/accounts/users";
import { t } from "i18next";
import { List, PenLine, Trash2, UserPlus } from "lucide-react";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import type { OpensHere } from "../../../ui/on-demand.tsx";

/** The menus of a row; they load when the first one opens. */

const ACTIONS = { members: UserPlus, datasets: List, rename: PenLine } as const;
export type WorkspaceAction = keyof typeof ACTIONS | "remove";
export type WorkspaceMenuProps = { label: string; onAction: (action: WorkspaceAction) => void };

export function WorkspaceMenu({ label, onAction, ...opening }: WorkspaceMenuProps & OpensHere) {
  return (
    <Menu label={label} placement="bottom end" {...opening}>
      {(["members", "datasets", "rename"] as const).map((action) => (
        <MenuItem key={action} icon={ACTIONS[action]} onAction={() => onAction(action)}>
          {t(`workspaces.menu.${action}`)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onAction={() => onAction("remove")}>
        {t("workspaces.menu.remove")}
      </MenuItem>
    </Menu>
  );
}

export type RoleMenuProps = { label: string; role: Role; onChoose: (role: Role) => void };

export function RoleMenu({ label, role, onChoose, ...opening }: RoleMenuProps & OpensHere) {
  return (
    <Menu
      label={label}
      selectionMode="single"
      selectedKeys={[role]}
      onSelectionChange={(keys) => {
        const chosen = ROLES.find((one) => keys !== "all" && keys.has(one));
        if (chosen !== undefined && chosen !== role) onChoose(chosen);
      }}
      footer={t("workspaces.one.roleNote")}
      {...opening}
    >
      {ROLES.toReversed().map((one) => (
        <MenuItem key={one} id={one}>
          {t(`common.role.${one}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
