import { fullName, type Workspace } from "@postil/domain/accounts/users";
import type { WorkspaceDataset, WorkspaceMember, WorkspaceOverview } from "@postil/domain/accounts/workspace-overview";
import { isTask } from "@postil/domain/datasets/dataset";
import { WORKSPACE_NAME } from "@postil/domain/datasets/names";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { useState } from "react";
import "../../../lib/i18n/en/lists.ts";
import { api } from "../../../lib/api/api.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/form-controls.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { TASK_ICONS } from "../../../ui/task-icons.ts";
import { FormDialog, orDone, PlacedDialog, useSubmit } from "../form-dialog.tsx";

const quiet = { quiet: true } as const;

export type Opened =
  | { readonly dialog: "create" }
  | { readonly dialog: "rename" | "remove"; readonly overview: WorkspaceOverview };

type Ends = { onChanged: () => void; onClose: () => void };
type WorkspaceDialogsProps = Ends & { opened: Opened | null; onFilled: () => void; onDeleted: () => void };

export function WorkspaceDialogs({ opened, onChanged, onFilled, onDeleted, onClose }: WorkspaceDialogsProps) {
  if (opened === null) return null;
  if (opened.dialog === "create") return <NameDialog workspace={null} onChanged={onChanged} onClose={onClose} />;
  const { workspace, datasets, members } = opened.overview;
  if (opened.dialog === "remove")
    return datasets.length > 0 ? (
      <NotEmptyDialog name={workspace.name} datasets={datasets} onClose={onClose} />
    ) : (
      <DeleteDialog {...{ workspace, onFilled, onClose }} members={members.length} onChanged={onDeleted} />
    );
  const taskDatasets = datasets.filter(({ task }) => isTask(task)).map(({ id }) => id);
  if (taskDatasets.length > 0)
    return <KeptNameDialog name={workspace.name} taskDatasets={taskDatasets} onClose={onClose} />;
  return <NameDialog workspace={workspace} onChanged={onChanged} onClose={onClose} />;
}

/** Names a new workspace (null), or renames one. */
export function NameDialog({ workspace, ...ends }: Ends & { workspace: Pick<Workspace, "id" | "name"> | null }) {
  const before = workspace?.name ?? "";
  const [name, setName] = useState(before);
  const of = workspace === null ? "create" : "rename";
  const { busy, isConflict, setFailed, form } = useSubmit({
    call: () =>
      workspace === null
        ? api.call("createWorkspace", { body: { name } }, quiet)
        : api.call("renameWorkspace", { params: { workspace_id: workspace.id }, body: { name } }, quiet),
    done: () => t(`workspaces.${of}.done`, { name, before }),
    ...ends,
  });
  const wrong = name !== "" && !WORKSPACE_NAME.pattern.test(name);
  const taken = (isConflict && form.failed) || undefined;
  return (
    <FormDialog
      title={t(`workspaces.${of}.title`, { name: before })}
      submit={t(`workspaces.${of}.submit`)}
      resting={busy || name === "" || wrong || name === before}
      {...form}
      failed={taken === undefined ? form.failed : null}
      entered={name}
    >
      <TextInput
        label={t("words.name")}
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

type DeleteDialogProps = Ends & {
  workspace: Workspace;
  members: number;
  /** looks at the workspace again, because it is no longer empty */
  onFilled: () => void;
};

/** Deletes an empty workspace. Members do not prevent it. */
function DeleteDialog({ workspace: { id, name }, members, onFilled, ...ends }: DeleteDialogProps) {
  const { busy, form } = useSubmit({
    call: () =>
      orDone(api.call("deleteWorkspace", { params: { workspace_id: id } }, quiet), 404).catch((error) => {
        if (failureOf(error)?.status === 409) onFilled();
        throw error;
      }),
    done: () => t("workspaces.remove.done", { name }),
    ...ends,
  });
  return (
    <FormDialog
      title={t("workspaces.remove.title", { name })}
      submit={t("workspaces.remove.submit")}
      danger
      resting={busy}
      {...form}
    >
      <p className="text-soft">
        {t("workspaces.remove.empty")} {members > 0 && t("workspaces.remove.members", { count: members })}
      </p>
    </FormDialog>
  );
}

type NotEmptyDialogProps = Pick<Ends, "onClose"> & { name: string; datasets: readonly WorkspaceDataset[] };

function NotEmptyDialog({ name, datasets, onClose }: NotEmptyDialogProps) {
  return (
    <PlacedDialog
      title={t("workspaces.remove.refused", { name })}
      onClose={onClose}
      role="alertdialog"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t("forms.close")}
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
    </PlacedDialog>
  );
}

type KeptNameDialogProps = Pick<Ends, "onClose"> & { name: string; taskDatasets: readonly string[] };

function KeptNameDialog({ name, taskDatasets, onClose }: KeptNameDialogProps) {
  return (
    <PlacedDialog
      title={t("workspaces.rename.kept", { name })}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose} autoFocus>
          {t("forms.close")}
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
    </PlacedDialog>
  );
}

type TakeOutDialogProps = Ends & {
  member: WorkspaceMember;
  workspace: Pick<Workspace, "id" | "name">;
  byOwner: boolean;
  isOut: boolean;
};

/** Removes a user from a workspace; account and answers stay. */
export function TakeOutDialog({ member, workspace, byOwner, isOut, ...ends }: TakeOutDialogProps) {
  const words = { name: fullName(member), workspace: workspace.name };
  const done = t("workspaces.takeOut.done", words);
  const params = { workspace_id: workspace.id, user_id: member.id };
  const { busy, form } = useSubmit({
    call: () => orDone(api.call("removeWorkspaceUser", { params }, quiet), 404),
    done: () => done,
    ...ends,
  });
  return (
    <FormDialog
      title={t("workspaces.takeOut.title", words)}
      submit={t("workspaces.takeOut.submit")}
      danger
      resting={busy}
      gone={isOut ? done : null}
      {...form}
    >
      <p className="text-soft">{t(byOwner ? "workspaces.takeOut.owner" : "workspaces.takeOut.admin")}</p>
    </FormDialog>
  );
}

export function TaskName({ task }: { task: string }) {
  const known = isTask(task) ? task : "FeedbackTask";
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Icon of={TASK_ICONS[known]} className="text-soft" />
      <span className="truncate">{t(`names.task.${known}`)}</span>
    </span>
  );
}
