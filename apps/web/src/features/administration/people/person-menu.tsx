import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import { t } from "i18next";
import {
  Ban,
  History,
  KeyRound,
  LogOut,
  Mail,
  MailX,
  RectangleEllipsis,
  Trash2,
  UserRoundCheck,
  UserRoundCog,
} from "lucide-react";
import "../../../lib/i18n/en/invite-links.ts";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import type { OpensHere } from "../../../ui/on-demand.tsx";

/** The actions of an owner on a user. */
export type PersonAction =
  | "change"
  | "invite"
  | "withdraw"
  | "password"
  | "keys"
  | "signOut"
  | "audit"
  | "deactivate"
  | "reactivate"
  | "delete";
export type PersonMenuProps = { person: Person; isSelf: boolean; onAction: (action: PersonAction) => void };

/** The menu of a row. Actions that would end one's own account are inactive, with a note who can do them. Lazily loaded. */
export function PersonMenu({ person, isSelf, onAction, ...opening }: PersonMenuProps & OpensHere) {
  const out = person.state === "deactivated";
  const rest = isSelf ? { isDisabled: true, note: t("people.menu.ownAccount") } : {};
  return (
    <Menu label={t("people.actionsOf", { name: fullName(person) })} placement="bottom end" {...opening}>
      <MenuItem icon={UserRoundCog} onAction={() => onAction("change")}>
        {t("people.menu.change")}
      </MenuItem>
      {!out && !isSelf && (
        <MenuItem icon={Mail} onAction={() => onAction("invite")}>
          {t(person.state === "invited" ? "inviteLinks.menuNew" : "inviteLinks.menuAgain")}
        </MenuItem>
      )}
      {person.invitedUntil !== null && (
        <MenuItem icon={MailX} onAction={() => onAction("withdraw")}>
          {t("inviteLinks.menuWithdraw")}
        </MenuItem>
      )}
      <MenuItem
        icon={RectangleEllipsis}
        onAction={() => onAction("password")}
        {...(isSelf ? { isDisabled: true, note: t("people.menu.ownPassword") } : {})}
      >
        {t("people.menu.password")}
      </MenuItem>
      <MenuItem icon={KeyRound} onAction={() => onAction("keys")}>
        {t("people.menu.keys", { count: person.keys ?? 0 })}
      </MenuItem>
      <MenuItem
        icon={LogOut}
        onAction={() => onAction("signOut")}
        {...(isSelf ? { isDisabled: true, note: t("people.menu.ownSessions") } : {})}
      >
        {t("people.menu.signOut")}
      </MenuItem>
      <MenuItem icon={History} onAction={() => onAction("audit")}>
        {t("people.menu.audit")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={out ? UserRoundCheck : Ban}
        onAction={() => onAction(out ? "reactivate" : "deactivate")}
        {...rest}
      >
        {t(out ? "people.menu.reactivate" : "people.menu.deactivate")}
      </MenuItem>
      <MenuItem icon={Trash2} danger onAction={() => onAction("delete")} {...rest}>
        {t("people.menu.delete")}
      </MenuItem>
    </Menu>
  );
}
