import { SNAPSHOT_NAME, type Snapshot } from "@postil/domain/datasets/snapshot";
import { asObject } from "@postil/domain/json-object";
import { t } from "i18next";
import { type FormEvent, useState } from "react";
import { api } from "../../lib/api/api.ts";
import { errorMessage, failureOf } from "../../lib/api/failure.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { TextInput } from "../../ui/form-controls.tsx";
import { InlineError } from "../../ui/no-content.tsx";
import { useTypedDialog } from "../../ui/settings/unsaved.ts";

type Ends = { onChanged: () => void; onClose: () => void };

/** Runs a call once at a time; `failed` says why it was refused. */
function useCall(call: () => Promise<unknown>, done: string, { onChanged, onClose }: Ends) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const run = async () => {
    setBusy(true);
    setFailed(null);
    try {
      await call();
      notify({ message: done });
      onClose();
    } catch (error) {
      setFailed(sayFailure(error));
    } finally {
      setBusy(false);
      onChanged();
    }
  };
  return { busy, failed, setFailed, run: () => void run() };
}

/** In the server's words, if they are meant for people. */
function sayFailure(error: unknown): string {
  const failure = failureOf(error);
  if (failure === null) throw error;
  if (failure.status === null) return t("snapshots.unreached");
  const detail = asObject(failure.body)?.detail;
  return typeof detail === "string" ? detail.replaceAll(/`([^`]*)`/g, "“$1”") : errorMessage(failure).lines.join(" ");
}

export function TakeSnapshot({ datasetId, ...ends }: Ends & { datasetId: string }) {
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  const { isAsked, leave } = useTypedDialog(typed, ends.onClose);
  const take = () => api.call("takeSnapshot", { body: { dataset_id: datasetId, name } }, { quiet: true });
  const { busy, failed, setFailed, run } = useCall(take, t("snapshots.taking", { name }), ends);
  const resting = busy || name === "" || [...name].length > SNAPSHOT_NAME.max;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!resting) run();
  };
  return (
    <Dialog title={t("snapshots.take")} onClose={leave}>
      <form onSubmit={send} className="px-6 pb-5">
        <p className="mb-4 text-soft">{t("snapshots.about")}</p>
        <TextInput
          label={t("words.name")}
          hint={t("snapshots.nameHint")}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setFailed(null);
          }}
          error={failed ?? undefined}
          maxLength={2 * SNAPSHOT_NAME.max}
          autoComplete="off"
          dir="auto"
          autoFocus
        />
        <p role="status" className="mt-3 text-soft empty:mt-0">
          {isAsked && t("unsaved.once")}
        </p>
        <div className="mt-5 flex justify-end gap-2">
          <Button variant="quiet" onClick={ends.onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" variant="primary" disabled={resting}>
            {t("snapshots.takeIt")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function DeleteSnapshot({ snapshot: { id, name }, ...ends }: Ends & { snapshot: Snapshot }) {
  const remove = async () => {
    try {
      await api.call("deleteSnapshot", { params: { snapshot_id: id } }, { quiet: true });
    } catch (error) {
      // Somebody else has deleted it.
      if (failureOf(error)?.status !== 404) throw error;
    }
  };
  const { busy, failed, run } = useCall(remove, t("snapshots.deleted", { name }), ends);
  return (
    <ConfirmDialog
      title={t("snapshots.deleteTitle", { name })}
      action={t("snapshots.delete")}
      isGoing={busy}
      onClose={ends.onClose}
      onConfirm={run}
    >
      <p className="text-soft">{t("snapshots.deleteText")}</p>
      {failed !== null && (
        <div className="mt-4">
          <InlineError message={failed} />
        </div>
      )}
    </ConfirmDialog>
  );
}
