import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import { t } from "i18next";
import { useId, useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Choice } from "../../../ui/choice.tsx";
import { FormDialog } from "../form-dialog.tsx";
import { orDone, useAction } from "../use-action.ts";

type TakeOutDialogProps = {
  person: Person;
  /** what is said when they are in no workspace of the admin's any more */
  gone: string | null;
  onChanged: () => void;
  onClose: () => void;
};

/** Takes somebody out of a workspace of the admin's, who cannot bring them back and is told so. */
export function TakeOutDialog({ person, gone, onChanged, onClose }: TakeOutDialogProps) {
  const group = useId();
  const { workspaces } = person;
  const [chosen, setChosen] = useState(workspaces.length === 1 ? workspaces[0] : undefined);
  const { busy, failed, run } = useAction();
  const name = fullName(person);
  const submit = async () => {
    if (chosen === undefined) return;
    const params = { workspace_id: chosen.id, user_id: person.id };
    if (!(await run(() => orDone(api.call("removeWorkspaceUser", { params }, { quiet: true }), 404)))) return;
    notify({ message: t("people.takeOut.done", { name, workspace: chosen.name }) });
    onChanged();
    onClose();
  };
  const only = workspaces.length === 1 ? workspaces[0] : undefined;
  const title =
    only === undefined
      ? t("people.takeOut.choose", { name })
      : t("people.takeOut.title", { name, workspace: only.name });
  return (
    <FormDialog
      title={title}
      submit={t("people.takeOut.action")}
      danger
      resting={busy || chosen === undefined}
      failed={failed}
      gone={gone}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {only === undefined && (
        <div role="radiogroup" aria-label={title} className="mb-3">
          {workspaces.map((workspace) => (
            <Choice
              key={workspace.id}
              group={group}
              checked={chosen?.id === workspace.id}
              onChoose={() => setChosen(workspace)}
              label={workspace.name}
            />
          ))}
        </div>
      )}
      <p className="text-soft">{t("people.takeOut.text")}</p>
    </FormDialog>
  );
}
