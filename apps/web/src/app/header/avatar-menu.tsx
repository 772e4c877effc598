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
import { type ReactNode, useState } from "react";
import { api } from "../../lib/api/api.ts";
import { keptRows } from "../../lib/kept-work/kept-values.ts";
import { typedWork } from "../../lib/kept-work/typed-work.ts";
import { usePreference } from "../../lib/preferences/store.ts";
import { signedInId } from "../../lib/session/store.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { mediaHook } from "../../ui/media.ts";
import { Menu, MenuItem, MenuSeparator, SubMenu } from "../../ui/menu.tsx";
import type { OpensHere } from "../../ui/on-demand.tsx";
import { deviceWork, signOutAndForget } from "../../unsent/device-work.ts";

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

type Question = "none" | "no-password" | { readonly records: number; readonly hasTyped: boolean };

/**
 * Signs out from a menu, at once when everything is saved. A user without a password is warned first, because they could not
 * sign in again. If work is left on this device, a dialog asks: that work stays readable for the next user, unless it is
 * removed (AUT-12, design/device.md#work).
 */
export function useSignOut(signOut: () => void, choosePassword: () => void): { ask: () => void; question: ReactNode } {
  const [asked, setAsked] = useState<Question>("none");
  const userId = signedInId();
  const close = () => setAsked("none");

  const askAboutWork = async () => {
    const work = userId === null ? [] : await deviceWork(userId);
    const hasTyped = userId !== null && typedWork(userId).length + keptRows("imports").ids(userId).length > 0;
    if (work.length === 0 && !hasTyped) signOut();
    else setAsked({ records: work.length, hasTyped });
  };
  const ask = async () => {
    if (userId === null || (await canSignInAgain())) await askAboutWork();
    else setAsked("no-password");
  };
  const forget = async (user: string) => {
    try {
      await signOutAndForget(user);
    } catch (error) {
      console.error("The work on this device could not be removed", error);
      notify({ message: t("signOut.failed"), type: "error", permanent: true, keep: true });
    }
  };
  const choose = () => {
    close();
    choosePassword();
  };
  const question =
    asked === "no-password" ? (
      <NoPasswordDialog onClose={close} onChoose={choose} onSignOut={() => void askAboutWork()} />
    ) : asked !== "none" && userId !== null ? (
      <SignOutDialog {...asked} onClose={close} onSignOut={(forgets) => (forgets ? void forget(userId) : signOut())} />
    ) : null;
  return { ask: () => void ask(), question };
}

type NoPasswordDialogProps = { onClose: () => void; onChoose: () => void; onSignOut: () => void };

/** Warns users before they lock themselves out: they signed in by a link and have no way to sign in again (AUT-12). */
function NoPasswordDialog({ onClose, onChoose, onSignOut }: NoPasswordDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      onClose={onClose}
      title={t("signOut.noPassword.title")}
      footer={
        <>
          <Button variant="quiet" onClick={onSignOut}>
            {t("signOut.noPassword.anyway")}
          </Button>
          <Button variant="primary" onClick={onChoose}>
            {t("signOut.noPassword.choose")}
          </Button>
        </>
      }
    >
      <p className="px-6">{t("signOut.noPassword.text")}</p>
    </Dialog>
  );
}

type SignOutDialogProps = {
  /** number of records with work that the server does not have */
  records: number;
  /** true if there is unsaved work in settings, rules, bulk forms or imports */
  hasTyped: boolean;
  onClose: () => void;
  onSignOut: (forgets: boolean) => void;
};

/** Offers "Forget my work on this device", for shared machines (design/device.md#work). */
function SignOutDialog({ records, hasTyped, onClose, onSignOut }: SignOutDialogProps) {
  const [forgets, setForgets] = useState(false);
  return (
    <Dialog
      onClose={onClose}
      title={t("signOut.title")}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button variant={forgets ? "danger" : "primary"} onClick={() => onSignOut(forgets)}>
            {t(forgets ? "signOut.forgetAndGo" : "signOut.go")}
          </Button>
        </>
      }
    >
      {records > 0 && <p className="px-6">{t("signOut.text", { count: records })}</p>}
      {hasTyped && <p className="px-6">{t("signOut.typed")}</p>}
      <Checkbox
        label={t("signOut.forget")}
        checked={forgets}
        onChange={setForgets}
        className="mx-6 mt-3 max-md:min-h-11"
      />
      {/* The line always takes its space, so that the buttons do not move under the pointer. */}
      <p className={`px-6 pl-12 text-small text-danger ${forgets ? "" : "invisible"}`}>{t("signOut.forgetHelp")}</p>
    </Dialog>
  );
}

/** A sign-out waits at most this long for the answer, ms. */
const PATIENCE = 1500;

/**
 * True if the signed-in user can sign in again. False for a user with neither password nor provider, such as after the link
 * that a server prints at its first start. Without an answer it is true, so that nobody is held back.
 */
async function canSignInAgain(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const { set, provider } = await api.call("getMyPassword", {}, { quiet: true, signal });
    return set || provider !== null;
  } catch (error) {
    console.warn("The server did not tell whether there is a password", error);
    return true;
  }
}
