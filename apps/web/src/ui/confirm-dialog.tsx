import { t } from "i18next";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type ConfirmDialogProps = {
  title: string;
  /** text of the confirm button: "Delete" */
  action: string;
  /** true while the action runs */
  isGoing?: boolean;
  onClose: () => void;
  onConfirm: () => void;
  children: ReactNode;
};

/** Asks before an action that cannot be undone. */
export function ConfirmDialog({ title, action, isGoing = false, onClose, onConfirm, children }: ConfirmDialogProps) {
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} autoFocus>
            {t("common.cancel")}
          </Button>
          <Button variant="danger" onClick={onConfirm} disabled={isGoing}>
            {action}
          </Button>
        </>
      }
    >
      <div className="px-6">{children}</div>
    </Dialog>
  );
}
