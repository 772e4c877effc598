import { t } from "i18next";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

type DeleteWorkDialogProps = { count: number; onClose: () => void; onDelete: () => void };

/** Asks, because there is no way back: what is deleted is nowhere else. */
export default function DeleteWorkDialog({ count, onClose, onDelete }: DeleteWorkDialogProps) {
  return (
    <ConfirmDialog
      title={t("settings.device.confirm.title", { count })}
      action={t("settings.device.delete")}
      onClose={onClose}
      onConfirm={onDelete}
    >
      <p>{t("settings.device.confirm.text")}</p>
    </ConfirmDialog>
  );
}
