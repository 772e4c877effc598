import { t } from "i18next";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

type KeptNameDialogProps = { name: string; taskDatasets: readonly string[]; onClose: () => void };

/** Why a workspace with task datasets keeps its name. */
export function KeptNameDialog({ name, taskDatasets, onClose }: KeptNameDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={t("workspaces.rename.kept", { name })}
      width={600}
      top={148}
      footer={
        <Button variant="primary" onClick={onClose} autoFocus>
          {t("workspaces.remove.close")}
        </Button>
      }
    >
      <div className="px-6">
        <p className="text-soft">{t("workspaces.rename.keptText", { count: taskDatasets.length })}</p>
        <ul className="mt-3 max-h-60 overflow-auto">
          {taskDatasets.map((id) => (
            <li translate="no" key={id} className="border-line border-b py-2 font-strong [overflow-wrap:anywhere]">
              {id}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
