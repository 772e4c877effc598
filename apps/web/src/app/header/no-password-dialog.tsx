import { t } from "i18next";
import "../../lib/i18n/en/sign-out.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

type NoPasswordDialogProps = { onClose: () => void; onChoose: () => void; onSignOut: () => void };

/** Warns users before they lock themselves out: they signed in by a link and have no way to sign in again (AUT-12). */
export function NoPasswordDialog({ onClose, onChoose, onSignOut }: NoPasswordDialogProps) {
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onOpenChange={(open) => !open && onClose()}
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
