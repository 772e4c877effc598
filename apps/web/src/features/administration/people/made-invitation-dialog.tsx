import { fullName } from "@postil/domain/accounts/full-name";
import type { InvitationDays, MadeInvitation } from "@postil/domain/accounts/invitations";
import { t } from "i18next";
import { Copy } from "lucide-react";
import { useState } from "react";
import "../../../lib/i18n/invite-links-texts.ts";
import { api } from "../../../lib/api/api.ts";
import { absoluteTime, toMilliseconds } from "../../../lib/i18n/times.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button } from "../../../ui/button.tsx";
import { copyToClipboard } from "../../../ui/copy-to-clipboard.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { useAction } from "../use-action.ts";
import { InvitationDaysField } from "./invitation-days-field.tsx";
import { type Invited, invitationLink, makeLink } from "./invitation-link.ts";

type Made = { readonly made: MadeInvitation; readonly days: InvitationDays };

type MadeInvitationDialogProps = {
  person: Invited;
  first: Made;
  /** what is said when they were deleted meanwhile */
  gone?: string | null;
  onChanged: () => void;
  onClose: () => void;
};

/** A link, this once: to copy, to be good for longer or shorter (which makes another), or to withdraw. */
export function MadeInvitationDialog({ person, first, gone = null, onChanged, onClose }: MadeInvitationDialogProps) {
  const [{ made, days }, setMade] = useState(first);
  const [isUsed, setUsed] = useState(false);
  const { busy, failed, run } = useAction();
  const name = fullName(person);
  const link = invitationLink(made.code);
  const wrong = gone ?? failed ?? (isUsed ? t("inviteLinks.used", { name }) : null);
  const again = async (next: InvitationDays) => {
    if (next === days || busy) return;
    const change = async () => {
      // Whoever has used it is in: another link would let somebody choose a password in their place.
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
    <Dialog
      isOpen
      // A click beside it would take away what is shown only once.
      onOpenChange={(open) => !open && onClose()}
      role="alertdialog"
      title={t("inviteLinks.title", { name })}
      width={600}
      top={148}
      footer={
        <>
          <Button variant="ghost" className="mr-auto -ml-2" disabled={busy} onClick={() => void withdraw()}>
            {t("inviteLinks.withdraw")}
          </Button>
          <Button variant="ghost" onClick={onClose}>
            {t("inviteLinks.done")}
          </Button>
          <Button variant="primary" icon={Copy} onClick={() => void copy()} autoFocus>
            {t("inviteLinks.copy")}
          </Button>
        </>
      }
    >
      <div className="px-6">
        <p className="-mt-1 mb-4 text-soft wrap-anywhere">
          <Who {...person} />
        </p>
        <output
          aria-label={t("inviteLinks.link")}
          className="mb-4 block select-all rounded-control border border-line bg-sunken px-3 py-2 font-mono text-small wrap-anywhere"
        >
          {link.slice(0, link.indexOf("#"))}
          <b className="font-strong">{link.slice(link.indexOf("#"))}</b>
        </output>
        <InvitationDaysField
          days={days}
          onChange={(next) => void again(next)}
          until={absoluteTime(toMilliseconds(made.expiresAt))}
        />
        {wrong !== null && (
          <div className="mt-4">
            <InlineError message={wrong} />
          </div>
        )}
        <p className="mt-4 border-line border-l-2 pl-3 text-soft">{t("inviteLinks.once")}</p>
      </div>
    </Dialog>
  );
}

function Who({ username, role, workspaces }: Invited) {
  const everywhere = role === "owner" || workspaces.length === 0;
  return t(everywhere ? "inviteLinks.whoEverywhere" : "inviteLinks.who", {
    username,
    role: t(`common.role.${role}`),
    workspaces: workspaces.join(", "),
  });
}
