import { t } from "i18next";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

/** A key that was made for somebody, this once. */
export function MadeKeyDialog({ name, apiKey, onClose }: { name: string; apiKey: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      // A click beside it would take away what is shown only once.
      role="alertdialog"
      onOpenChange={(open) => !open && onClose()}
      title={t("people.keysDialog.madeTitle", { name })}
      width={600}
      top={148}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("people.keysDialog.done")}
        </Button>
      }
    >
      <div className="px-6">
        <p className="mb-3 text-soft">{t("people.keysDialog.made", { name })}</p>
        <div className="flex items-start gap-1 rounded-control border border-line bg-sunken py-1.5 pr-1 pl-3">
          <code className="min-w-0 flex-1 font-mono text-small wrap-anywhere">{apiKey}</code>
          <CopyButton text={apiKey} what={t("people.keysDialog.what")} />
        </div>
      </div>
    </Dialog>
  );
}
