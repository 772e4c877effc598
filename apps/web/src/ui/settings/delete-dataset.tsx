import { t } from "i18next";
import { type FormEvent, type ReactNode, useState } from "react";
import { failureOf } from "../../lib/api/failure.ts";
import { forgetTypedFor } from "../../lib/kept-work/typed-work.ts";
import { useUser } from "../../lib/session/use-session.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../button.tsx";
import { TextInput } from "../text-input.tsx";

type DeleteDatasetProps = {
  name: string;
  /** The key of the user's unsaved work for the dataset, which is removed after the deletion. */
  workKey: string;
  /** Rejects as the API client does. The toasts are shown here. */
  onDelete: () => Promise<unknown>;
  onDeleted: () => void;
  /** Called if the user has no permission, or no longer has it. */
  onRefused: () => void;
  /** text about the data that is deleted with the dataset */
  children: ReactNode;
};

/** Deletes a dataset after its name has been typed, and shows the result (FSE-27, FSE-29, TSG-04, TOA-12, TOA-13). */
export function DeleteDataset({ name, workKey, onDelete, onDeleted, onRefused, children }: DeleteDatasetProps) {
  const userId = useUser()?.id ?? "";
  const [typed, setTyped] = useState("");
  const [deleting, setDeleting] = useState(false);
  const armed = typed === name && !deleting;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!armed) return;
    setDeleting(true);
    onDelete().then(
      () => {
        forgetTypedFor(userId, workKey);
        notify({ message: t("datasetSettings.danger.deleted", { name }), keep: true });
        onDeleted();
      },
      (error: unknown) => {
        setDeleting(false);
        const failure = failureOf(error);
        if (failure === null) throw error;
        if (failure.status === 403) return onRefused();
        notify({ message: t("datasetSettings.danger.notDeleted", { name }), type: "error" });
      },
    );
  };
  return (
    <form onSubmit={onSubmit} className="max-w-[560px]">
      <h2 className="mb-2 font-strong text-danger text-lead">{t("datasetSettings.danger.title")}</h2>
      {children}
      <TextInput
        label={t("datasetSettings.danger.confirm")}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        spellCheck={false}
        className="my-4"
      />
      <Button type="submit" variant="danger" disabled={!armed}>
        {t("datasetSettings.danger.delete")}
      </Button>
    </form>
  );
}
