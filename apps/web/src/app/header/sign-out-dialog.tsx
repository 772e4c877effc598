import { t } from "i18next";
import { useState } from "react";
import "../../lib/i18n/en/sign-out.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";

type SignOutDialogProps = {
  /** number of records with work that the server does not have */
  records: number;
  /** true if there is unsaved work in settings, rules or bulk forms */
  hasTyped: boolean;
  onClose: () => void;
  onSignOut: (forgets: boolean) => void;
};

/** Offers "Forget my work on this device", for shared machines (design/device.md#work). */
export function SignOutDialog({ records, hasTyped, onClose, onSignOut }: SignOutDialogProps) {
  const [forgets, setForgets] = useState(false);
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
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
