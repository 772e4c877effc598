import { t } from "i18next";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { FocusBack } from "./focus-back.tsx";
import { IconButton } from "./icon-button.tsx";

export type FullSheetProps = { title: string; onClose: () => void; footer?: ReactNode; children: ReactNode };

/** A full-screen dialog for a phone. Its content scrolls between title and buttons. */
export function FullSheet({ title, onClose, footer, children }: FullSheetProps) {
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && onClose()} className="fixed inset-0 z-40 bg-paper text-ink">
      <Modal className="h-full animate-open">
        <Dialog className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto] outline-0">
          <FocusBack />
          <header className="flex h-(--bar) items-center justify-between border-line border-b pr-2 pl-4">
            <Heading slot="title" className="font-strong text-lead">
              {title}
            </Heading>
            <IconButton icon={X} label={t("common.close")} onClick={onClose} className="size-11" />
          </header>
          <div className="overflow-y-auto p-4">{children}</div>
          {footer !== undefined && <footer className="flex gap-2 border-line border-t p-4">{footer}</footer>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
