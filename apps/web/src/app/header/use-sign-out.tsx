import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import "../../lib/i18n/sign-out-texts.ts";
import { deviceWork, signOutAndForget } from "../../lib/device-work/device-work.ts";
import { getSession } from "../../lib/session/store.ts";
import { notify } from "../../lib/toasts/store.ts";
import { SignOutDialog } from "./sign-out-dialog.tsx";

/**
 * Signing out from a menu: at once when everything is saved; with work left on this device it asks first, because that work
 * stays here, readable by whoever comes next, unless it is forgotten (AUT-12, design/device.md#work).
 */
export function useSignOut(signOut: () => void): { ask: () => void; question: ReactNode } {
  const { t } = useTranslation();
  const [records, setRecords] = useState(0);
  const session = getSession();
  const userId = session.status === "signed-in" ? session.user.id : null;

  const ask = async () => {
    const work = userId === null ? [] : await deviceWork(userId);
    if (work.length === 0) signOut();
    else setRecords(work.length);
  };
  const forget = async (user: string) => {
    try {
      await signOutAndForget(user);
    } catch (error) {
      console.error("The work on this device could not be removed", error);
      notify({ message: t("signOut.failed"), type: "error", permanent: true, keep: true });
    }
  };
  const question = records > 0 && userId !== null && (
    <SignOutDialog
      records={records}
      onClose={() => setRecords(0)}
      onSignOut={(forgets) => (forgets ? void forget(userId) : signOut())}
    />
  );
  return { ask: () => void ask(), question };
}
