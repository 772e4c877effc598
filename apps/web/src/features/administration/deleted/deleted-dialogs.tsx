import { type Deleted, daysLeft, type Restoration } from "@postil/domain/datasets/bin";
import { annotationPath, isTask } from "@postil/domain/datasets/dataset";
import { DATASET_NAME, TASK_DATASET_NAME, USERNAME } from "@postil/domain/datasets/names";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { t } from "i18next";
import { Check, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { managedWorkspacesQuery, restorationQuery } from "../../../lib/api/queries/administration.ts";
import { isolated } from "../../../lib/i18n/isolate-names.ts";
import { absoluteTime, toMilliseconds } from "../../../lib/i18n/times.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Choice, TextInput } from "../../../ui/form-controls.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { SkeletonBar } from "../../../ui/skeleton.tsx";
import { FormDialog, orDone, sayFailure, useAction, useSubmit } from "../form-dialog.tsx";
import { LoadFailed } from "../list-parts.tsx";

type Ends = { onChanged: () => void; onClose: () => void };
type DeletedDialogProps = Ends & { deleted: Deleted };

/** Restores a dataset or records, after it has said what comes back and what stands in the way (BIN-04). */
export function RestoreDialog({ deleted, onChanged, onClose }: DeletedDialogProps) {
  const { id, kind } = deleted;
  const { data: restoration, error, refetch } = useQuery(restorationQuery(id));
  const navigate = useNavigate();
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const { busy, failed, isConflict, run, setFailed } = useAction();
  const name = typed ?? restoration?.offeredName ?? deleted.name;
  const wrong = name !== "" && isWrongName(deleted, name);
  const isGone = kind === "dataset" && restoration?.workspaceId === null;
  const asksName = typed !== null || isGone || isConflict || (restoration?.takenAt ?? null) !== null;
  const restore = async () => {
    const body = { ...(name !== deleted.name && { name }), ...(chosen !== null && { workspace_id: chosen }) };
    const made = await run(() => api.call("restoreDeleted", { params: { deleted_id: id }, body }, { quiet: true }));
    onChanged();
    if (made === null) return void refetch();
    const restored = made.value;
    const to = kind === "person" ? "/people" : annotationPath({ ...restored, workspaceName: restored.workspace });
    notify({
      message: doneText(deleted, restored),
      actions: [
        {
          label: t(kind === "person" ? "deleted.restore.people" : "deleted.restore.open"),
          run: () => void navigate({ to }),
        },
      ],
    });
    onClose();
  };
  return (
    <FormDialog
      title={t("deleted.restore.title", { name: titleOf(deleted) })}
      submit={t(`deleted.restore.submit.${kind}`)}
      resting={busy || restoration === undefined || name === "" || wrong || (isGone && chosen === null)}
      failed={isConflict ? null : failed}
      entered={`${typed} ${chosen}`}
      onSubmit={() => void restore()}
      onClose={onClose}
    >
      <p className="text-soft [overflow-wrap:anywhere]">{introText(deleted, isGone)}</p>
      {error !== null && <LoadFailed message={sayFailure(error)} onRetry={() => void refetch()} />}
      {restoration === undefined && error === null && <Waiting />}
      {restoration !== undefined &&
        (kind === "person" ? <FatesOfPerson of={restoration} /> : <Fates of={restoration} />)}
      {isGone && <WorkspaceChoice chosen={chosen} onChoose={setChosen} />}
      {asksName && (
        <TextInput
          label={t(kind === "person" ? "deleted.restore.personName" : "deleted.restore.name")}
          value={name}
          onChange={(text) => {
            setTyped(text);
            setFailed(null);
          }}
          error={wrong ? t("deleted.restore.wrongName", { name }) : isConflict ? (failed ?? undefined) : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      )}
    </FormDialog>
  );
}

function isWrongName({ kind, task }: Deleted, name: string): boolean {
  const { pattern, max } = kind === "person" ? USERNAME : isTask(task) ? TASK_DATASET_NAME : DATASET_NAME;
  return !pattern.test(name) || name.length > max;
}

const Waiting = () => (
  <div className="my-4 flex h-20 flex-col justify-evenly">
    <SkeletonBar width={320} />
    <SkeletonBar width={280} />
  </div>
);

/** What comes back, and what the user should know about it. */
function Fates({ of }: { of: Deleted & Restoration }) {
  const { kind, records, answers, people, drafts, left, taken, takenAt, workspace, workspaceId } = of;
  return (
    <ul className="my-4">
      <Fate what={t("deleted.records", { count: records })}>{t("deleted.restore.withRecords")}</Fate>
      {answers !== null && answers > 0 && (
        <Fate what={t("deleted.answers", { count: answers })}>
          {t("deleted.restore.of", { count: people })}
          {drafts > 0 && t("deleted.restore.drafts", { count: drafts })}
        </Fate>
      )}
      {kind === "dataset" && <Fate what={t("deleted.restore.settings")}>{t("deleted.restore.withSettings")}</Fate>}
      {left.map((person) => (
        <Fate key={person.name} what={<span translate="no">{person.name}</span>} isWarning>
          {t("deleted.restore.left", { count: person.answers, workspace: isolated(workspace) })}
        </Fate>
      ))}
      {workspaceId === null && (
        <Fate what={t("deleted.restore.gone")} isWarning>
          {t("deleted.restore.goneText", { workspace: isolated(workspace) })}
        </Fate>
      )}
      {taken > 0 && (
        <Fate what={t("deleted.records", { count: taken })} isWarning>
          {t("deleted.restore.takenIds", { count: taken })}
        </Fate>
      )}
      {takenAt !== null && (
        <Fate what={t("deleted.restore.taken")} isWarning>
          {t("deleted.restore.takenText", { at: absoluteTime(toMilliseconds(takenAt)) })}
        </Fate>
      )}
    </ul>
  );
}

function FatesOfPerson({ of: { answers, takenAt } }: { of: Deleted & Restoration }) {
  return (
    <ul className="my-4">
      <Fate what={t("deleted.restore.account")}>{t("deleted.restore.withAccount")}</Fate>
      <Fate what={answersText(answers ?? 0)}>{t("deleted.restore.theirs")}</Fate>
      <Fate what={t("deleted.restore.signIn")} isWarning>
        {t("deleted.restore.withoutKeys")}
      </Fate>
      {takenAt !== null && (
        <Fate what={t("deleted.restore.taken")} isWarning>
          {t("deleted.restore.takenUser", { at: absoluteTime(toMilliseconds(takenAt)) })}
        </Fate>
      )}
    </ul>
  );
}

function Fate({ what, isWarning = false, children }: { what: ReactNode; isWarning?: boolean; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[16px_176px_minmax(0,1fr)] gap-2 border-line border-b py-2 max-[640px]:grid-cols-[16px_minmax(0,1fr)]">
      <Icon
        of={isWarning ? TriangleAlert : Check}
        className={`mt-0.5 ${isWarning ? "text-edited" : "text-submitted"}`}
      />
      <b className="font-strong tabular-nums [overflow-wrap:anywhere]">{what}</b>
      <span className="max-[640px]:col-start-2 [overflow-wrap:anywhere]">{children}</span>
    </li>
  );
}

function WorkspaceChoice({ chosen, onChoose }: { chosen: string | null; onChoose: (id: string) => void }) {
  const { data, error, refetch } = useQuery(managedWorkspacesQuery());
  return (
    <fieldset className="mb-4 max-h-48 overflow-auto">
      <legend className="mb-1">{t("deleted.restore.where")}</legend>
      {data === undefined && error !== null && (
        <LoadFailed message={sayFailure(error)} onRetry={() => void refetch()} />
      )}
      {data?.workspaces.map(({ id, name }) => (
        <Choice
          key={id}
          group="workspace"
          checked={id === chosen}
          onChoose={() => onChoose(id)}
          label={<span translate="no">{name}</span>}
        />
      ))}
    </fieldset>
  );
}

/** Removes a dataset or records for good after the name of the dataset has been typed (BIN-06). */
export function RemoveDialog({ deleted, ...ends }: DeletedDialogProps) {
  const { id, kind, name, workspace, records, answers } = deleted;
  const [typed, setTyped] = useState("");
  const title = titleOf(deleted);
  const { busy, form } = useSubmit({
    call: () => orDone(api.call("removeDeleted", { params: { deleted_id: id } }, { quiet: true }), 404),
    done: () => t("deleted.remove.done", { name: title }),
    ...ends,
  });
  return (
    <FormDialog
      title={t("deleted.remove.title", { name: title })}
      submit={t("deleted.remove.submit")}
      danger
      resting={busy || typed !== name}
      {...form}
    >
      <p className="mb-4 text-soft [overflow-wrap:anywhere]">
        {kind === "person"
          ? t("deleted.remove.person")
          : t("deleted.remove.text", { workspace: isolated(workspace), what: contentText({ records, answers }) })}
      </p>
      <TextInput
        label={t(kind === "person" ? "deleted.remove.confirmPerson" : "deleted.remove.confirm")}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        spellCheck={false}
        autoFocus
      />
    </FormDialog>
  );
}

/** "500 records, 100 answers" */
export function contentText({ records, answers }: Pick<Deleted, "records" | "answers">): string {
  const text = t("deleted.records", { count: records });
  if (answers === null) return text;
  return `${text}, ${answersText(answers)}`;
}

export const answersText = (answers: number): string =>
  answers === 0 ? t("deleted.noAnswers") : t("deleted.answers", { count: answers });

/** The name of a dataset, "3 records of letters", the whole name of a person */
export function titleOf({ kind, name, preview, records }: Deleted): string {
  if (kind === "records") return t("deleted.recordsOf", { count: records, name: isolated(name) });
  return kind === "person" ? preview : name;
}

function introText({ kind, name, workspace, deletedAt }: Deleted, isGone: boolean): string {
  const values = {
    dataset: isolated(name),
    workspace: isolated(workspace),
    at: absoluteTime(toMilliseconds(deletedAt)),
  };
  if (kind === "person") return t("deleted.restore.person", values);
  if (kind === "records") return t("deleted.restore.into", values);
  return t(isGone ? "deleted.restore.as" : "deleted.restore.to", values);
}

type Back = {
  readonly name: string;
  readonly workspace: string;
  readonly restored: number | null;
  readonly left: number;
};

/** What has come back, and what stays. */
function doneText({ kind, records }: Deleted, { name, workspace, restored, left }: Back): string {
  if (kind === "dataset") return t("deleted.restore.done", { name, workspace });
  if (kind === "person") return t("deleted.restore.donePerson", { name });
  if (restored === null) return t("deleted.restore.begun", { count: records, name });
  const done = t("deleted.restore.doneRecords", { count: restored, name });
  return left === 0 ? done : `${done} ${t("deleted.restore.stays", { count: left })}`;
}

/** With this many days or fewer, the number is a warning. */
const SOON = 2;

/** The days until the dataset is removed for good. */
export function DaysLeft({ until, now }: { until: number; now: number }) {
  const days = daysLeft(until, now * 1000);
  const text = days === 0 ? t("deleted.today") : t("deleted.days", { count: days });
  if (days > SOON) return text;
  return (
    <span className="inline-flex items-center gap-1.5 text-edited">
      <Icon of={TriangleAlert} size={14} />
      {text}
    </span>
  );
}
