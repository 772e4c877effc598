import { invitationFromWire } from "@postil/contract/accounts/access-mapping";
import {
  INVITATION_DAYS,
  type InvitationDays,
  type MadeInvitation,
  USUAL_INVITATION_DAYS,
} from "@postil/domain/accounts/invitations";
import type { Person } from "@postil/domain/accounts/people";
import { fullName } from "@postil/domain/accounts/users";
import { t } from "i18next";
import { Copy } from "lucide-react";
import { useState } from "react";
import "../../../lib/i18n/en/people.ts";
import { api } from "../../../lib/api/api.ts";
import { underBase } from "../../../lib/base-path.ts";
import { absoluteTime, toMilliseconds } from "../../../lib/i18n/times.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button } from "../../../ui/button.tsx";
import { copyToClipboard } from "../../../ui/copy-to-clipboard.ts";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { DialogFailure, FormDialog, PlacedDialog, useAction } from "../form-dialog.tsx";

/** Creates a link for an existing user; it ends the previous link. */
const makeLink = async (userId: string, days: InvitationDays): Promise<MadeInvitation> =>
  invitationFromWire(await api.call("inviteUser", { params: { user_id: userId }, body: { days } }, { quiet: true }));

export type PersonDialogProps = {
  person: Person;
  /** the message if the user was deleted meanwhile, or is in none of the admin's workspaces any more */
  gone: string | null;
  onChanged: () => void;
  onClose: () => void;
};

/** Creates a link for an existing user: for their first password, or a new one. */
export function InvitationDialog({ person, gone, onChanged, onClose }: PersonDialogProps) {
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

type Invited = Pick<Person, "id" | "firstName" | "lastName" | "username" | "role"> & {
  readonly workspaces: readonly string[];
};

type MadeInvitationDialogProps = {
  person: Invited;
  first: { readonly made: MadeInvitation; readonly days: InvitationDays };
  /** the message if the user was deleted meanwhile */
  gone?: string | null;
  onChanged: () => void;
  onClose: () => void;
};

/** Shows a link, only this once: to copy it, to change its duration (which creates another link), or to withdraw it. */
export function MadeInvitationDialog({ person, first, gone = null, onChanged, onClose }: MadeInvitationDialogProps) {
  const [{ made, days }, setMade] = useState(first);
  const [isUsed, setUsed] = useState(false);
  const { busy, failed, run } = useAction();
  const name = fullName(person);
  // The part after # stays in the browser.
  const address = `${window.location.origin}${underBase("/invitation")}`;
  const link = `${address}#${made.code}`;
  const wrong = gone ?? failed ?? (isUsed ? t("inviteLinks.used", { name }) : null);
  const again = async (next: InvitationDays) => {
    if (next === days || busy) return;
    const change = async () => {
      // A user who used the link has access; a new link would let another person choose a password instead of them.
      const { state } = await api.call("readInvitation", { body: { code: made.code } }, { quiet: true });
      if (state === "used") setUsed(true);
      else setMade({ made: await makeLink(person.id, next), days: next });
    };
    if (await run(change)) onChanged();
  };
  const withdraw = async () => {
    if (!(await run(() => api.call("withdrawInvitation", { params: { user_id: person.id } }, { quiet: true })))) return;
    notify({ message: t("inviteLinks.withdrawn", { name }) });
    onChanged();
    onClose();
  };
  const copy = async () => {
    const copied = await copyToClipboard(link);
    notify({ message: t(copied ? "common.copied" : "common.copyFailed"), type: copied ? "success" : "error" });
  };
  return (
    <PlacedDialog
      // An alert dialog, because a click outside would close content that is shown only once.
      role="alertdialog"
      title={t("inviteLinks.title", { name })}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" className="mr-auto -ml-2" disabled={busy} onClick={() => void withdraw()}>
            {t("inviteLinks.withdraw")}
          </Button>
          <Button variant="ghost" onClick={onClose}>
            {t("forms.done")}
          </Button>
          <Button variant="primary" icon={Copy} onClick={() => void copy()} autoFocus>
            {t("forms.copyLink")}
          </Button>
        </>
      }
    >
      <div className="px-6">
        <p className="-mt-1 mb-4 text-soft wrap-anywhere">{whoText(person)}</p>
        <output
          aria-label={t("forms.link")}
          className="mb-4 block select-all rounded-control border border-line bg-sunken px-3 py-2 font-mono text-small wrap-anywhere"
        >
          {address}
          <b className="font-strong">#{made.code}</b>
        </output>
        <InvitationDaysField
          days={days}
          onChange={(next) => void again(next)}
          until={absoluteTime(toMilliseconds(made.expiresAt))}
        />
        <DialogFailure message={wrong} />
        <p className="mt-4 border-line border-l-2 pl-3 text-soft">{t("inviteLinks.once")}</p>
      </div>
    </PlacedDialog>
  );
}

function whoText({ username, role, workspaces }: Invited): string {
  const everywhere = role === "owner" || workspaces.length === 0;
  return t(everywhere ? "inviteLinks.whoEverywhere" : "inviteLinks.who", {
    username,
    role: t(`common.role.${role}`),
    workspaces: workspaces.join(", "),
  });
}

type InvitationDaysFieldProps = {
  days: InvitationDays;
  onChange: (days: InvitationDays) => void;
  /** the end of that time */
  until?: string;
};

/** How long links work. */
export function InvitationDaysField({ days, onChange, until }: InvitationDaysFieldProps) {
  const options = INVITATION_DAYS.map((count) => ({ value: String(count), label: t("inviteLinks.days", { count }) }));
  const choose = (value: string) => {
    const chosen = INVITATION_DAYS.find((count) => String(count) === value);
    if (chosen !== undefined) onChange(chosen);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="text-soft">{t("inviteLinks.within")}</span>
      <SegmentedControl label={t("inviteLinks.lifetime")} options={options} value={String(days)} onChange={choose} />
      {until !== undefined && <span className="text-soft tabular-nums">{t("inviteLinks.until", { time: until })}</span>}
    </div>
  );
}
