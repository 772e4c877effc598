import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { cx } from "./cx.ts";
import { FocusBack } from "./focus-back.tsx";

type DialogProps = {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
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
  const {
    isOpen,
    onOpenChange,
    title,
    hideTitle = false,
    width = 480,
    top = 112,
    footer,
    role = "dialog",
    children,
  } = props;
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
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
            {title}
          </Heading>
          {children}
          {footer !== undefined && <footer className="flex justify-end gap-2 px-6 pt-4 pb-5">{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
