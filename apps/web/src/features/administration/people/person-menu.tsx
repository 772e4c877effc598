import type { Person } from "@postil/domain/accounts/people";
import { fullName } from "@postil/domain/accounts/users";
import { t } from "i18next";
import {
  Ban,
  Download,
  History,
  KeyRound,
  Laptop,
  LogOut,
  Mail,
  MailX,
  RectangleEllipsis,
  Trash2,
  UserRoundCheck,
  UserRoundCog,
} from "lucide-react";
import "../../../lib/i18n/en/people.ts";
import { passwordRules } from "../../../lib/session/sign-in-rules.ts";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import type { OpensHere } from "../../../ui/on-demand.tsx";

/** The actions of an owner on a user, in their order. */
const ICONS = {
  change: UserRoundCog,
  invite: Mail,
  withdraw: MailX,
  password: RectangleEllipsis,
  keys: KeyRound,
  sessions: Laptop,
  signOut: LogOut,
  audit: History,
  data: Download,
  reactivate: UserRoundCheck,
  deactivate: Ban,
  delete: Trash2,
} as const;
export type PersonAction = keyof typeof ICONS;
export type PersonMenuProps = { person: Person; isSelf: boolean; onAction: (action: PersonAction) => void };

/** The menu of a row. Actions that would end one's own account are inactive, with a note who can do them. Lazily loaded. */
export function PersonMenu({ person, isSelf, onAction, ...opening }: PersonMenuProps & OpensHere) {
  const out = person.state === "deactivated";
  const item = (action: PersonAction, text: string, more: { danger?: true; restsWith?: string } = {}) => (
    <MenuItem
      icon={ICONS[action]}
      danger={more.danger ?? false}
      onAction={() => onAction(action)}
      {...(isSelf && more.restsWith !== undefined ? { isDisabled: true, note: more.restsWith } : {})}
    >
      {text}
    </MenuItem>
  );
  const restsWith = t("people.menu.ownAccount");
  return (
    <Menu label={t("forms.actionsOf", { name: fullName(person) })} placement="bottom end" {...opening}>
      {item("change", t("people.menu.change"))}
      {!out &&
        !isSelf &&
        item("invite", t(person.state === "invited" ? "inviteLinks.menuNew" : "inviteLinks.menuAgain"))}
      {person.invitedUntil !== null && item("withdraw", t("inviteLinks.menuWithdraw"))}
      {passwordRules().accepted &&
        item("password", t("people.menu.password"), { restsWith: t("people.menu.ownPassword") })}
      {item("keys", t("people.menu.keys", { count: person.keys ?? 0 }))}
      {item("sessions", t("people.menu.sessions"))}
      {item("signOut", t("forms.signOutEverywhere"), { restsWith: t("people.menu.ownSessions") })}
      {item("audit", t("people.menu.audit"))}
      {item("data", t("people.menu.data"))}
      <MenuSeparator />
      {out
        ? item("reactivate", t("people.menu.reactivate"), { restsWith })
        : item("deactivate", t("people.menu.deactivate"), { restsWith })}
      {item("delete", t("people.menu.delete"), { danger: true, restsWith })}
    </Menu>
  );
}
