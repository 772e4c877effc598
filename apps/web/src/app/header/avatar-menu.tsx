import { isPrivileged } from "@postil/domain/accounts/policies";
import { fullName, type Role } from "@postil/domain/accounts/users";
import { useNavigate } from "@tanstack/react-router";
import { t } from "i18next";
import { BookOpen, Keyboard, LogOut, Settings2, SunMoon, UserRound, UsersRound } from "lucide-react";
import { underBase } from "../../lib/base-path.ts";
import "../../lib/i18n/en/account-menu.ts";
import "../../lib/i18n/en/inside.ts";
import "../../lib/i18n/en/lists.ts";
import { THEMES } from "@postil/domain/preferences/definitions";
import { usePreference } from "../../lib/preferences/store.ts";
import { mediaHook } from "../../ui/media.ts";
import { Menu, MenuItem, MenuSeparator, SubMenu } from "../../ui/menu.tsx";
import type { OpensHere } from "../../ui/on-demand.tsx";
import { useSignOut } from "./sign-out.tsx";

export type AvatarMenuProps = {
  user: {
    readonly username: string;
    readonly firstName: string;
    readonly lastName: string | null;
    readonly role: Role;
  };
  /** the server's version; null until it is known */
  version: string | null;
  onSignOut: () => void;
  /** opens the shortcuts sheet; undefined on pages without shortcuts */
  onShortcuts?: (() => void) | undefined;
  /** the address of the settings of the page's dataset */
  settings?: string | undefined;
};

/** True if the header has no room for the link to the dataset's settings. Must match the link's classes. */
const useNoSettingsLink = mediaHook("(max-width: 398.98px)");

/**
 * The user menu: settings, administration (for users with access), shortcuts, theme, documentation, sign out, and the server's
 * version (LAY-12).
 */
export function AvatarMenu({
  user,
  version,
  onSignOut,
  onShortcuts,
  settings,
  ...opening
}: AvatarMenuProps & OpensHere) {
  const navigate = useNavigate();
  const role = t(`common.role.${user.role}`);
  const settingsHere = useNoSettingsLink();
  const { ask, question } = useSignOut(onSignOut, () => void navigate({ to: "/user-settings", hash: "password" }));
  return (
    <>
      <Menu
        label={t("accountMenu.title")}
        placement="bottom end"
        header={
          <>
            <span translate="no" className="block truncate font-strong">
              {fullName(user)}
            </span>
            <span className="block text-small text-soft">{role}</span>
          </>
        }
        {...opening}
        footer={version === null ? undefined : t("accountMenu.version", { version })}
      >
        {settings !== undefined && settingsHere && (
          <MenuItem icon={Settings2} onAction={() => void navigate({ to: settings })}>
            {t("common.header.datasetSettings")}
          </MenuItem>
        )}
        <MenuItem icon={UserRound} onAction={() => void navigate({ to: "/user-settings" })}>
          {t("accountMenu.userSettings")}
        </MenuItem>
        {isPrivileged(user) && (
          <MenuItem icon={UsersRound} onAction={() => void navigate({ to: "/people" })}>
            {t("accountMenu.administration")}
          </MenuItem>
        )}
        {onShortcuts !== undefined && (
          <MenuItem icon={Keyboard} keys="?" onAction={onShortcuts}>
            {t("accountMenu.shortcuts")}
          </MenuItem>
        )}
        <ThemeMenu />
        <MenuItem icon={BookOpen} href={underBase("/docs")} target="_blank" rel="noopener">
          {t("accountMenu.documentation")}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={LogOut} onAction={ask}>
          {t("accountMenu.signOut")}
        </MenuItem>
      </Menu>
      {question}
    </>
  );
}

function ThemeMenu() {
  const [theme, setTheme] = usePreference("theme");
  return (
    <SubMenu
      icon={SunMoon}
      title={t("accountMenu.theme")}
      end={t(`names.theme.${theme}`)}
      selected={theme}
      choices={THEMES}
      onChoose={setTheme}
    >
      {(choice) => t(`names.theme.${choice}`)}
    </SubMenu>
  );
}
