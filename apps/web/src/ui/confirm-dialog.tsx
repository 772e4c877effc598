import { t } from "i18next";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type ConfirmDialogProps = {
  title: string;
  /** what is done when it is confirmed: "Delete" */
  action: string;
  /** it is being done */
  isGoing?: boolean;
  onClose: () => void;
  onConfirm: () => void;
  children: ReactNode;
};

/** Asks before something is done from which there is no way back. */
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
