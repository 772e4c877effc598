import { t } from "i18next";
import { ConfirmDialog } from "../../ui/dialog.tsx";

type DeleteWorkDialogProps = { count: number; onClose: () => void; onDelete: () => void };

/** Asks first, because the deleted work exists nowhere else. */
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
