import { ROLES, type Role } from "@postil/domain/accounts/users";
import { t } from "i18next";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import type { OpensHere } from "../../../ui/on-demand.tsx";

export type RoleMenuProps = { label: string; role: Role; onChoose: (role: Role) => void };

/** The three roles, the present one checked. Lazily loaded. */
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
