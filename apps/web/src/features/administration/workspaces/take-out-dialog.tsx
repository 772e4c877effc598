import { fullName } from "@postil/domain/accounts/full-name";
import type { Workspace } from "@postil/domain/accounts/users";
import type { WorkspaceMember } from "@postil/domain/accounts/workspace-overview";
import { t } from "i18next";
import { api } from "../../../lib/api/api.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { FormDialog } from "../form-dialog.tsx";
import { orDone, useAction } from "../use-action.ts";

type TakeOutDialogProps = {
  member: WorkspaceMember;
  workspace: Pick<Workspace, "id" | "name">;
  byOwner: boolean;
  /** somebody else took them out meanwhile */
  isOut: boolean;
  onChanged: () => void;
  onClose: () => void;
};

/** Takes somebody out of a workspace; account and answers stay. */
export function TakeOutDialog({ member, workspace, byOwner, isOut, onChanged, onClose }: TakeOutDialogProps) {
  const { busy, failed, run } = useAction();
  const words = { name: fullName(member), workspace: workspace.name };
  const params = { workspace_id: workspace.id, user_id: member.id };
  const takeOut = () => orDone(api.call("removeWorkspaceUser", { params }, { quiet: true }), 404);
  const submit = async () => {
    if (!(await run(takeOut))) return;
    notify({ message: t("workspaces.takeOut.done", words) });
    onChanged();
    onClose();
  };
  return (
    <FormDialog
      title={t("workspaces.takeOut.title", words)}
      submit={t("workspaces.takeOut.submit")}
      danger
      resting={busy}
      failed={failed}
      gone={isOut ? t("workspaces.takeOut.done", words) : null}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="text-soft">{t(byOwner ? "workspaces.takeOut.owner" : "workspaces.takeOut.admin")}</p>
    </FormDialog>
  );
}
