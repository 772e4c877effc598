import { useTranslation } from "react-i18next";
import "../../lib/i18n/key-table-texts.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";

type ConfirmKeyProps = { action: "revoke" | "replace"; name: string; onClose: () => void; onConfirm: () => void };

/** Asks, because what signs in with the key stops at once. */
export default function ConfirmKey({ action, name, onClose, onConfirm }: ConfirmKeyProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onOpenChange={(open) => !open && onClose()}
      title={t(`keyTable.confirm.${action}`, { name })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button variant="danger" onClick={onConfirm}>
            {t(`keyTable.${action}`)}
          </Button>
        </>
      }
    >
      <p className="px-6">{t(`keyTable.confirm.${action}Text`)}</p>
    </Dialog>
  );
}
