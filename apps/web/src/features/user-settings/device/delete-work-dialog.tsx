import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

type DeleteWorkDialogProps = { count: number; onClose: () => void; onDelete: () => void };

/** Asks, because there is no way back: what is deleted is nowhere else. */
export default function DeleteWorkDialog({ count, onClose, onDelete }: DeleteWorkDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onOpenChange={(open) => !open && onClose()}
      title={t("settings.device.confirm.title", { count })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button variant="danger" onClick={onDelete}>
            {t("settings.device.delete")}
          </Button>
        </>
      }
    >
      <p className="px-6">{t("settings.device.confirm.text")}</p>
    </Dialog>
  );
}
