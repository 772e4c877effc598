import { fullName } from "@postil/domain/accounts/full-name";
import { type InvitationDays, type MadeInvitation, USUAL_INVITATION_DAYS } from "@postil/domain/accounts/invitations";
import type { Person } from "@postil/domain/accounts/people";
import { t } from "i18next";
import { useState } from "react";
import "../../../lib/i18n/invite-links-texts.ts";
import { FormDialog } from "../form-dialog.tsx";
import { useAction } from "../use-action.ts";
import { InvitationDaysField } from "./invitation-days-field.tsx";
import { makeLink } from "./invitation-link.ts";
import { MadeInvitationDialog } from "./made-invitation-dialog.tsx";

type InvitationDialogProps = {
  person: Person;
  /** what is said when they were deleted meanwhile */
  gone: string | null;
  onChanged: () => void;
  onClose: () => void;
};

/** Makes a link for somebody who is there: their first password, or a new one. */
export function InvitationDialog({ person, gone, onChanged, onClose }: InvitationDialogProps) {
  const [days, setDays] = useState<InvitationDays>(USUAL_INVITATION_DAYS);
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const { busy, failed, run } = useAction();
  const submit = async () => {
    if (await run(async () => setMade(await makeLink(person.id, days)))) onChanged();
  };
  if (made !== null) {
    const invited = { ...person, workspaces: person.workspaces.map(({ name }) => name) };
    return <MadeInvitationDialog person={invited} first={{ made, days }} {...{ gone, onChanged, onClose }} />;
  }
  return (
    <FormDialog
      title={t("inviteLinks.title", { name: fullName(person) })}
      submit={t("inviteLinks.make")}
      resting={busy}
      failed={failed}
      gone={gone}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="mb-4 text-soft">{t(person.hasPassword ? "inviteLinks.again" : "inviteLinks.invited")}</p>
      <InvitationDaysField days={days} onChange={setDays} />
    </FormDialog>
  );
}
