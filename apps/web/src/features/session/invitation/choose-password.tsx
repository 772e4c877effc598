import { isPassword } from "@postil/domain/accounts/passwords";
import { PASSWORD } from "@postil/domain/datasets/names";
import { characters } from "@postil/domain/text/characters";
import { t } from "i18next";
import { CircleAlert } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { absoluteTime, toMilliseconds } from "../../../lib/i18n/times.ts";
import { useUser } from "../../../lib/session/use-session.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { announce } from "../../../ui/live-region.tsx";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { Field } from "../field.tsx";
import { PasswordField } from "../password-field.tsx";
import { useAccept } from "./use-accept.ts";
import type { OpenInvitation } from "./use-invitation.ts";

type ChoosePasswordProps = {
  code: string;
  invitation: OpenInvitation;
  onSignedIn: () => void;
  /** it was good when this was shown, and is not any more */
  onOver: () => void;
};

/** The form of a link that is good: whose account it is, and the password for it. */
export function ChoosePassword({ code, invitation, onSignedIn, onOver }: ChoosePasswordProps) {
  const { person, expiresAt } = invitation;
  const [password, setPassword] = useState("");
  const { attempt, accept } = useAccept({ code, onSignedIn, onOver });
  const titleId = useId();
  const limitsId = useId();
  const words = person.isNew ? "first" : "again";
  const heading = t(`invitation.${words}`, { name: person.firstName || person.username });
  usePageTitle(heading);
  const fits = isPassword(password);
  const sending = attempt.status === "sending";
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (fits && !sending) accept(password);
  };
  return (
    <>
      <h1 id={titleId} className="font-strong text-title [overflow-wrap:anywhere]">
        {heading}
      </h1>
      <p className="mt-2 mb-6 text-lead text-soft">{t(`invitation.${words}Text`)}</p>
      <SignedInElsewhere other={person.username} />
      <form onSubmit={onSubmit} aria-labelledby={titleId} className="max-w-[340px]">
        <Field
          label={t("invitation.username")}
          value={person.username}
          onChange={() => {}}
          autoComplete="username"
          readOnly
        />
        <PasswordField
          value={password}
          onChange={setPassword}
          readOnly={sending}
          autoComplete="new-password"
          aria-describedby={limitsId}
          autoFocus
        />
        <p id={limitsId} className="-mt-3 mb-4 text-small text-soft">
          <Limits length={characters(password)} />
        </p>
        <div role="alert">
          {attempt.status === "failed" && (
            <p className="mb-4 flex items-start gap-2 text-danger">
              <Icon of={CircleAlert} className="mt-0.5" />
              <span className="whitespace-pre-line [overflow-wrap:anywhere]">{attempt.message}</span>
            </p>
          )}
        </div>
        <Button type="submit" variant="primary" size="large" className="w-full" disabled={!fits || sending}>
          {t(sending ? "invitation.sending" : "invitation.submit")}
        </Button>
        <p className="mt-4 text-small text-soft">
          {t("invitation.until", { time: absoluteTime(toMilliseconds(expiresAt)) })}
        </p>
      </form>
    </>
  );
}

/** What a password may be; while it is not that yet, what is missing. */
function Limits({ length }: { length: number }) {
  if (length > 0 && length < PASSWORD.min) return t("invitation.tooShort", { count: PASSWORD.min - length });
  if (length > PASSWORD.max) return t("invitation.tooLong", { count: length - PASSWORD.max });
  return t("invitation.limits", PASSWORD);
}

/** Somebody who opens a link in a browser that is used already is told what becomes of that session. */
function SignedInElsewhere({ other }: { other: string }) {
  const user = useUser();
  const told =
    user === null || user.username === other ? "" : t("invitation.elsewhere", { username: user.username, other });
  // The focus is in the form, below it.
  useEffect(() => {
    if (told !== "") announce(told);
  }, [told]);
  if (told === "") return null;
  return (
    <p className="mb-6 rounded-control bg-edited-fill px-3 py-2 text-edited fill-ring [overflow-wrap:anywhere]">
      {told}
    </p>
  );
}
