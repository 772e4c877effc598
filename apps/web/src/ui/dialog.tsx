import { t } from "i18next";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { Button, IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import { FocusBack } from "./floating.tsx";
import { Named } from "./named.tsx";

type DialogProps = {
  onClose: () => void;
  title: string;
  /** true: only screen readers get the title, as in the palette */
  hideTitle?: boolean;
  /** px, default 480 */
  width?: number;
  /** px from the top of the window, default 112 */
  top?: number;
  footer?: ReactNode;
  /** alertdialog for a question that must be answered */
  role?: "dialog" | "alertdialog";
  children: ReactNode;
};

/**
 * A modal dialog: it traps the focus, Escape cancels, and the page does not scroll. The focus starts on the dialog or on the
 * element with `autoFocus`. Never give that to the destructive button (design/shell.md#controls).
 */
export function Dialog(props: DialogProps) {
  const { onClose, title, hideTitle = false, width = 480, top = 112, footer, role = "dialog", children } = props;
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && onClose()}
      isDismissable={role === "dialog"}
      className="fixed inset-0 z-40 flex items-start justify-center overflow-auto bg-scrim px-4"
      style={{ paddingTop: top, paddingBottom: 24 }}
    >
      <Modal
        className="max-w-full animate-open overflow-hidden rounded-panel border border-line bg-surface text-ink shadow-dialog"
        style={{ width }}
      >
        <AriaDialog role={role} className="outline-0">
          <FocusBack />
          <Heading slot="title" className={cx(hideTitle ? "sr-only" : "px-6 pt-5 pb-2 font-strong text-lead")}>
            <Named of={title} />
          </Heading>
          {children}
          {footer !== undefined && <footer className="flex justify-end gap-2 px-6 pt-4 pb-5">{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

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
      role="alertdialog"
      onClose={onClose}
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

type FullSheetProps = { title: string; onClose: () => void; footer?: ReactNode; children: ReactNode };

/** A full-screen dialog for a phone. Its content scrolls between title and buttons. */
export function FullSheet({ title, onClose, footer, children }: FullSheetProps) {
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && onClose()} className="fixed inset-0 z-40 bg-paper text-ink">
      <Modal className="h-full animate-open">
        <AriaDialog className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto] outline-0">
          <FocusBack />
          <header className="flex h-(--bar) items-center justify-between border-line border-b pr-2 pl-4">
            <Heading slot="title" className="font-strong text-lead">
              {title}
            </Heading>
            <IconButton icon={X} label={t("common.close")} onClick={onClose} className="size-11" />
          </header>
          <div className="overflow-y-auto p-4">{children}</div>
          {footer !== undefined && <footer className="flex gap-2 border-line border-t p-4">{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
