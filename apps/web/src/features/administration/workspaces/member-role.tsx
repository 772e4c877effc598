import { fullName } from "@postil/domain/accounts/full-name";
import type { Role } from "@postil/domain/accounts/users";
import type { WorkspaceMember } from "@postil/domain/accounts/workspace-overview";
import { t } from "i18next";
import { ChevronDown } from "lucide-react";
import { api } from "../../../lib/api/api.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { sayFailure } from "../use-action.ts";
import type { RoleMenuProps } from "./role-menu.tsx";

const RoleMenu = onDemand<RoleMenuProps>("menu", () => import("./role-menu.tsx").then((module) => module.RoleMenu));

/** The role of a member, which an owner changes for all workspaces of that person at once. */
export function MemberRole({ member, onChanged }: { member: WorkspaceMember; onChanged: () => void }) {
  const name = fullName(member);
  const label = t("workspaces.one.roleOf", { name });
  const change = (role: Role) =>
    api.call("changePerson", { params: { user_id: member.id }, body: { role } }, { quiet: true }).then(
      () => {
        notify({ message: t("workspaces.one.roleDone", { name, role: t(`common.role.${role}`) }) });
        onChanged();
      },
      (error: unknown) => notify({ message: sayFailure(error), type: "error" }),
    );
  return (
    <RoleMenu
      label={label}
      role={member.role}
      onChoose={(role) => void change(role)}
      trigger={
        <Button
          variant="quiet"
          size="compact"
          aria-label={`${label}: ${t(`common.role.${member.role}`)}`}
          className="-ml-2"
        >
          {t(`common.role.${member.role}`)}
          <Icon
            of={ChevronDown}
            size={14}
            className="text-soft opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          />
        </Button>
      }
    />
  );
}
