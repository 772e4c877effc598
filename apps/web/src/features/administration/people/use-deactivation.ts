import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import { t } from "i18next";
import { api } from "../../../lib/api/api.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { sayFailure } from "../use-action.ts";

/** Puts people out and lets them in again at once: the message has the way back. */
export function useDeactivation(onChanged: () => void) {
  const set = async (person: Person, out: boolean): Promise<void> => {
    const call = out ? "deactivatePerson" : "reactivatePerson";
    try {
      await api.call(call, { params: { user_id: person.id } }, { quiet: true });
    } catch (error) {
      notify({ message: sayFailure(error), type: "error" });
      onChanged();
      return;
    }
    onChanged();
    notify({
      message: t(out ? "people.deactivate.done" : "people.reactivate.done", { name: fullName(person) }),
      actions: [{ label: t("common.undo"), run: () => void set(person, !out) }],
    });
  };
  return set;
}
