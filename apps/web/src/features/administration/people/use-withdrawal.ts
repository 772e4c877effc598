import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import { t } from "i18next";
import "../../../lib/i18n/invite-links-texts.ts";
import { api } from "../../../lib/api/api.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { sayFailure } from "../use-action.ts";

/** Ends the link of a person at once; another one is made as quickly. */
export function useWithdrawal(onChanged: () => void) {
  return async (person: Person): Promise<void> => {
    try {
      await api.call("withdrawInvitation", { params: { user_id: person.id } }, { quiet: true });
      notify({ message: t("inviteLinks.withdrawn", { name: fullName(person) }) });
    } catch (error) {
      notify({ message: sayFailure(error), type: "error" });
    }
    onChanged();
  };
}
