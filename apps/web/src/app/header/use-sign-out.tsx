import { t } from "i18next";
import { type ReactNode, useState } from "react";
import "../../lib/i18n/en/sign-out.ts";
import { typedWork } from "../../lib/kept-work/typed-work.ts";
import { canSignInAgain } from "../../lib/session/can-sign-in-again.ts";
import { getSession } from "../../lib/session/store.ts";
import { notify } from "../../lib/toasts/store.ts";
import { deviceWork, signOutAndForget } from "../../unsent/device-work.ts";
import { NoPasswordDialog } from "./no-password-dialog.tsx";
import { SignOutDialog } from "./sign-out-dialog.tsx";

type Question = "none" | "no-password" | { readonly records: number; readonly hasTyped: boolean };

/**
 * Signs out from a menu, at once when everything is saved. A user without a password is warned first, because they could not
 * sign in again. If work is left on this device, a dialog asks: that work stays readable for the next user, unless it is
 * removed (AUT-12, design/device.md#work).
 */
export function useSignOut(signOut: () => void, choosePassword: () => void): { ask: () => void; question: ReactNode } {
  const [asked, setAsked] = useState<Question>("none");
  const session = getSession();
  const userId = session.status === "signed-in" ? session.user.id : null;
  const close = () => setAsked("none");

  const askAboutWork = async () => {
    const work = userId === null ? [] : await deviceWork(userId);
    const hasTyped = userId !== null && typedWork(userId).length > 0;
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
