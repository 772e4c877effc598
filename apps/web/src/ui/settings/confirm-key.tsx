import { t } from "i18next";
import "../../lib/i18n/en/key-table.ts";
import { ConfirmDialog } from "../dialog.tsx";

type ConfirmKeyProps = { action: "revoke" | "replace"; name: string; onClose: () => void; onConfirm: () => void };

/** Asks first, because programs that use the key lose access at once. */
export default function ConfirmKey({ action, name, onClose, onConfirm }: ConfirmKeyProps) {
  return (
    <ConfirmDialog
      title={t(`keyTable.confirm.${action}`, { name })}
      action={t(`keyTable.${action}`)}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>{t(`keyTable.confirm.${action}Text`)}</p>
    </ConfirmDialog>
  );
}
