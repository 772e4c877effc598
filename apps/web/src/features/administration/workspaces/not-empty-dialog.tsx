import type { WorkspaceDataset } from "@postil/domain/accounts/workspace-overview";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TaskName } from "./task-name.tsx";

type NotEmptyDialogProps = { name: string; datasets: readonly WorkspaceDataset[]; onClose: () => void };

/** What stands in the way of deleting a workspace. */
export function NotEmptyDialog({ name, datasets, onClose }: NotEmptyDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={t("workspaces.remove.refused", { name })}
      width={600}
      top={148}
      role="alertdialog"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t("workspaces.remove.close")}
          </Button>
          <Link
            to="/datasets"
            search={{ workspaces: encodeURIComponent(name) }}
            className={buttonClass("primary", "regular")}
            autoFocus
          >
            {t("workspaces.remove.show")}
          </Link>
        </>
      }
    >
      <div className="px-6">
        <p className="-mt-1 text-soft">{t("workspaces.remove.holds")}</p>
        <ul className="mt-4 max-h-80 overflow-auto">
          {datasets.map((dataset) => (
            <li
              key={dataset.id}
              className="grid min-h-10 grid-cols-[144px_minmax(0,1fr)_auto] items-center gap-2 border-line border-b py-1 max-[640px]:grid-cols-1"
            >
              <b translate="no" className="font-strong [overflow-wrap:anywhere]">
                {dataset.name}
              </b>
              <TaskName task={dataset.task} />
              <span className="text-right tabular-nums max-[640px]:text-left">
                {t("workspaces.remove.records", { count: dataset.records, answered: dataset.answered })}
              </span>
            </li>
          ))}
        </ul>
        <p className="mt-4">
          {t("workspaces.remove.first", { count: datasets.length })} {t("workspaces.remove.noObstacle")}
        </p>
      </div>
    </Dialog>
  );
}
