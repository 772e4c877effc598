import type { WorkspaceOverview } from "@postil/domain/accounts/workspace-overview";
import { t } from "i18next";
import { api } from "../../../lib/api/api.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { FormDialog } from "../form-dialog.tsx";
import { orDone, useAction } from "../use-action.ts";
import { NotEmptyDialog } from "./not-empty-dialog.tsx";

type DeleteDialogProps = {
  overview: WorkspaceOverview;
  /** to look at the workspace again: something is in it by now */
  onFilled: () => void;
  onDeleted: () => void;
  onClose: () => void;
};

/** Deletes an empty workspace; of one that is not it says what is in it. Members are no obstacle. */
export function DeleteDialog({ overview, onFilled, onDeleted, onClose }: DeleteDialogProps) {
  const { busy, failed, run } = useAction();
  const { workspace, members, datasets } = overview;
  const { id, name } = workspace;
  if (datasets.length > 0) return <NotEmptyDialog name={name} datasets={datasets} onClose={onClose} />;
  const remove = () =>
    orDone(api.call("deleteWorkspace", { params: { workspace_id: id } }, { quiet: true }), 404).catch((error) => {
      if (failureOf(error)?.status === 409) onFilled();
      throw error;
    });
  const submit = async () => {
    if (!(await run(remove))) return;
    notify({ message: t("workspaces.remove.done", { name }) });
    onDeleted();
    onClose();
  };
  return (
    <FormDialog
      title={t("workspaces.remove.title", { name })}
      submit={t("workspaces.remove.submit")}
      danger
      resting={busy}
      failed={failed}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="text-soft">
        {t("workspaces.remove.empty")} {members.length > 0 && t("workspaces.remove.members", { count: members.length })}
      </p>
    </FormDialog>
  );
}
