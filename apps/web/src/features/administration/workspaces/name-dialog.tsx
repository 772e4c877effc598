import { WORKSPACE_NAME } from "@postil/domain/datasets/names";
import { t } from "i18next";
import { useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { TextInput } from "../../../ui/text-input.tsx";
import { FormDialog } from "../form-dialog.tsx";
import { useAction } from "../use-action.ts";

type NameDialogProps = {
  /** null: one that is to be made */
  workspace: { readonly id: string; readonly name: string } | null;
  onChanged: () => void;
  onClose: () => void;
};

/** The name of a workspace that is made, or gets another one. */
export function NameDialog({ workspace, onChanged, onClose }: NameDialogProps) {
  const before = workspace?.name ?? "";
  const [name, setName] = useState(before);
  const { busy, failed, isConflict, run, setFailed } = useAction();
  const of = workspace === null ? "create" : "rename";
  const wrong = name !== "" && !WORKSPACE_NAME.pattern.test(name);
  const taken = isConflict && failed !== null ? failed : undefined;
  const send = () =>
    workspace === null
      ? api.call("createWorkspace", { body: { name } }, { quiet: true })
      : api.call("renameWorkspace", { params: { workspace_id: workspace.id }, body: { name } }, { quiet: true });
  const submit = async () => {
    if (!(await run(send))) return;
    notify({ message: t(`workspaces.${of}.done`, { name, before }) });
    onChanged();
    onClose();
  };
  return (
    <FormDialog
      title={t(`workspaces.${of}.title`, { name: before })}
      submit={t(`workspaces.${of}.submit`)}
      resting={busy || name === "" || wrong || name === before}
      failed={taken === undefined ? failed : null}
      entered={name}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextInput
        label={t("workspaces.name")}
        value={name}
        onChange={(text) => {
          setName(text);
          setFailed(null);
        }}
        error={wrong ? t("workspaces.wrongName", { name }) : taken}
        hint={wrong ? undefined : t(`workspaces.${of}.hint`)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
      />
    </FormDialog>
  );
}
