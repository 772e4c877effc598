import { fullName } from "@postil/domain/accounts/full-name";
import { isPassword } from "@postil/domain/accounts/passwords";
import type { Person } from "@postil/domain/accounts/people";
import { t } from "i18next";
import { useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { FormDialog } from "../form-dialog.tsx";
import { useAction } from "../use-action.ts";
import { FormRow } from "./form-row.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

type PasswordDialogProps = {
  person: Person;
  /** what is said when they were deleted meanwhile */
  gone: string | null;
  onClose: () => void;
};

/** Sets the password of somebody who has lost theirs. */
export function PasswordDialog({ person, gone, onClose }: PasswordDialogProps) {
  const [password, setPassword] = useState("");
  const { busy, failed, run } = useAction();
  const name = fullName(person);
  const submit = async () => {
    const sending = { params: { user_id: person.id }, body: { password } };
    if (!(await run(() => api.call("resetPassword", sending, { quiet: true })))) return;
    notify({ message: t("people.passwordDialog.done", { name }) });
    onClose();
  };
  return (
    <FormDialog
      title={t("people.passwordDialog.title", { name })}
      submit={t("people.passwordDialog.submit")}
      resting={busy || !isPassword(password)}
      failed={failed}
      entered={password}
      gone={gone}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="text-soft">{t("people.passwordDialog.text")}</p>
      <FormRow label={t("people.form.password")}>
        <NewPasswordField value={password} onChange={setPassword} focus />
      </FormRow>
    </FormDialog>
  );
}
