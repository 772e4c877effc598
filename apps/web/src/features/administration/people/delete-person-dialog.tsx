import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { Ban } from "lucide-react";
import { useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { personWorkQuery } from "../../../lib/api/queries/people.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button } from "../../../ui/button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { FormDialog } from "../form-dialog.tsx";
import { orDone, useAction } from "../use-action.ts";
import { WorkLines } from "./work-lines.tsx";

type DeletePersonDialogProps = {
  person: Person;
  /** what is said when they were deleted meanwhile */
  gone: string | null;
  onDeactivate: () => void;
  onChanged: () => void;
  onClose: () => void;
};

/** Says first what stays and what goes, and deletes once the username is typed. */
export function DeletePersonDialog({ person, gone, onDeactivate, onChanged, onClose }: DeletePersonDialogProps) {
  const [typed, setTyped] = useState("");
  const { data: work, isError, refetch } = useQuery(personWorkQuery(person.id));
  const { busy, failed, run } = useAction();
  const name = fullName(person);
  const submit = async () => {
    const sending = { params: { user_id: person.id } };
    if (!(await run(() => orDone(api.call("deletePerson", sending, { quiet: true }), 404)))) return;
    notify({ message: t("people.deleteDialog.done", { name }) });
    onChanged();
    onClose();
  };
  return (
    <FormDialog
      title={t("people.deleteDialog.title", { name })}
      submit={t("people.deleteDialog.submit")}
      danger
      resting={busy || work === undefined || typed !== person.username}
      failed={failed}
      gone={gone}
      onSubmit={() => void submit()}
      onClose={onClose}
      instead={
        person.state === "deactivated" ? undefined : (
          <Button variant="ghost" icon={Ban} onClick={onDeactivate}>
            {t("people.deleteDialog.instead")}
          </Button>
        )
      }
    >
      <p className="mb-3 text-soft">{t("people.deleteDialog.text")}</p>
      {person.provider !== null && (
        <p className="mb-3 text-ink">{t("people.deleteDialog.comesBack", { provider: person.provider })}</p>
      )}
      {isError && <InlineError message={t("people.deleteDialog.notCounted")} onRetry={() => void refetch()} />}
      {!isError && <WorkLines work={work} lastSeen={person.lastSeen} />}
      <TextInput
        label={t("people.deleteDialog.confirm")}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        className="mt-4"
      />
    </FormDialog>
  );
}
