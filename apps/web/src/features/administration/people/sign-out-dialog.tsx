import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import { t } from "i18next";
import { api } from "../../../lib/api/api.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { FormDialog } from "../form-dialog.tsx";
import { useAction } from "../use-action.ts";

type SignOutDialogProps = {
  person: Person;
  /** what is said when they were deleted meanwhile */
  gone: string | null;
  onClose: () => void;
};

/** Ends all sessions of a person, of a machine that was lost for instance. */
export function SignOutDialog({ person, gone, onClose }: SignOutDialogProps) {
  const { busy, failed, run } = useAction();
  const name = fullName(person);
  const submit = async () => {
    const { count } = await api.call("signPersonOut", { params: { user_id: person.id } }, { quiet: true });
    const message =
      count === 0 ? t("people.signOutDialog.nowhere", { name }) : t("people.signOutDialog.done", { name, count });
    notify({ message });
    onClose();
  };
  return (
    <FormDialog
      title={t("people.signOutDialog.title", { name })}
      submit={t("people.signOutDialog.submit")}
      resting={busy}
      failed={failed}
      gone={gone}
      onSubmit={() => void run(submit)}
      onClose={onClose}
    >
      <p className="text-soft">{t("people.signOutDialog.text")}</p>
    </FormDialog>
  );
}
