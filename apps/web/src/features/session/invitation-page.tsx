import "../../lib/i18n/en/invitation.ts";
import "../../lib/i18n/en/sign-in.ts";
import { invitationSeenFromWire } from "@postil/contract/accounts/access-mapping";
import type { InvitationSeen, InvitationState } from "@postil/domain/accounts/invitations";
import { PASSWORD } from "@postil/domain/datasets/names";
import { characters } from "@postil/domain/text/characters";
import i18next, { t } from "i18next";
import { CircleAlert } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { createAnonymousClient } from "../../lib/api/api.ts";
import { errorMessage, failureOf } from "../../lib/api/failure.ts";
import { underBase } from "../../lib/base-path.ts";
import { absoluteTime, toMilliseconds } from "../../lib/i18n/times.ts";
import { judgePassword } from "../../lib/session/judge-password.ts";
import { begin } from "../../lib/session/sign-in.ts";
import { passwordRules } from "../../lib/session/sign-in-rules.ts";
import { closeSession, useUser } from "../../lib/session/store.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { usePageTitle } from "../../ui/layouts/frame.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { InlineError } from "../../ui/no-content.tsx";
import { announce } from "../../ui/screen-reader.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { Field, PasswordField } from "./fields.tsx";
import { OutsidePage, Refused } from "./outside-page.tsx";
import { useProviders } from "./use-providers.ts";

type InvitationPageProps = {
  /** null if the address has none */
  code: string | null;
  onSignedIn: () => void;
};

/** The page of an invitation link: the user chooses a password, or sees why they cannot (design/sign-in.md#invitations). */
export function InvitationPage({ code, onSignedIn }: InvitationPageProps) {
  const { seen, look } = useInvitation(code);
  return (
    <OutsidePage home="/">
      {seen.status === "reading" && (
        <Skeleton label={t("invitation.reading")} className="space-y-4">
          <SkeletonBar width={240} height={20} />
          <SkeletonBar width={400} />
          <SkeletonBar width={340} height={40} />
        </Skeleton>
      )}
      {seen.status === "unread" && <InlineError message={t("invitation.unread")} onRetry={look} />}
      {seen.status === "failed" && (
        <Refused
          note={t("invitation.failed")}
          heading={t(`invitation.failures.${seen.reason}.title`)}
          text={t(`invitation.failures.${seen.reason}.text`, { time: timeText(seen.expiresAt) })}
        >
          {seen.reason === "waiting" ? (
            <Button variant="primary" size="large" className="px-4" onClick={look}>
              {t("errors.retry")}
            </Button>
          ) : (
            <a href={underBase("/sign-in")} className={buttonClass("primary", "large", "px-4")}>
              {t("invitation.toSignIn")}
            </a>
          )}
        </Refused>
      )}
      {seen.status === "open" && code !== null && !passwordRules().accepted && (
        <ChooseProvider code={code} invitation={seen.invitation} onSignedIn={onSignedIn} />
      )}
      {seen.status === "open" && code !== null && passwordRules().accepted && (
        <ChoosePassword code={code} invitation={seen.invitation} onSignedIn={onSignedIn} onOver={look} />
      )}
    </OutsidePage>
  );
}

const timeText = (at: number | null): string => (at === null ? "" : absoluteTime(toMilliseconds(at)));

type ChoosePasswordProps = {
  code: string;
  invitation: OpenInvitation;
  onSignedIn: () => void;
  /** called if the link expired or was used after the form was shown */
  onOver: () => void;
};

const ProviderLinks = lazyPart(() => import("./provider-links.tsx"));

/** A valid link where people sign in by providers only: the account, and the ways to open it from now on (COM-02). */
function ChooseProvider({ code, invitation, onSignedIn }: Omit<ChoosePasswordProps, "onOver">) {
  const { person, expiresAt } = invitation;
  const providers = useProviders();
  const [missing, setMissing] = useState(false);
  const heading = t("invitation.first", { name: person.firstName || person.username });
  usePageTitle(heading);
  return (
    <>
      <h1 className="font-strong text-title [overflow-wrap:anywhere]">{heading}</h1>
      <p className="mt-2 mb-6 text-lead text-soft">{t("invitation.byProviderText")}</p>
      <SignedInElsewhere other={person.username} />
      <div className="max-w-[340px]">
        {(missing || providers?.length === 0) && <p>{t("session.signIn.onlyNone")}</p>}
        {providers !== null && !missing && (
          <ProviderLinks
            providers={providers}
            alone
            invitation={code}
            onSignedIn={onSignedIn}
            whenMissing={() => setMissing(true)}
          />
        )}
        <p className="mt-4 text-small text-soft">{t("invitation.until", { time: timeText(expiresAt) })}</p>
      </div>
    </>
  );
}

/** The form of a valid link: the account, and its new password. */
function ChoosePassword({ code, invitation, onSignedIn, onOver }: ChoosePasswordProps) {
  const { person, expiresAt } = invitation;
  const [password, setPassword] = useState("");
  const { attempt, accept } = useAccept({ code, onSignedIn, onOver });
  const titleId = useId();
  const limitsId = useId();
  const words = person.isNew ? "first" : "again";
  const heading = t(`invitation.${words}`, { name: person.firstName || person.username });
  usePageTitle(heading);
  const { fits, told } = judgePassword(password, [person.username, person.firstName, person.lastName ?? ""]);
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
          {told ?? <Limits length={characters(password)} />}
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
        <p className="mt-4 text-small text-soft">{t("invitation.until", { time: timeText(expiresAt) })}</p>
      </form>
    </>
  );
}

/** The rules of a password; while they are not met, the missing part. */
function Limits({ length }: { length: number }) {
  const { min } = passwordRules();
  if (length > 0 && length < min) return t("invitation.tooShort", { count: min - length });
  if (length > PASSWORD.max) return t("invitation.tooLong", { count: length - PASSWORD.max });
  return t("invitation.limits", { min, max: PASSWORD.max });
}

/** If the browser has another session, tells the user what happens to that session. */
function SignedInElsewhere({ other }: { other: string }) {
  const user = useUser();
  const told =
    user === null || user.username === other ? "" : t("invitation.elsewhere", { username: user.username, other });
  // Announced, because the focus is in the form below it.
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

type Attempt = { readonly status: "none" | "sending" } | { readonly status: "failed"; readonly message: string };

/** One attempt at a time. If the link has ended, it is read again to find the reason. */
function useAccept({ code, onSignedIn, onOver }: Omit<ChoosePasswordProps, "invitation">) {
  const [attempt, setAttempt] = useState<Attempt>({ status: "none" });
  const accept = (password: string) => {
    setAttempt({ status: "sending" });
    acceptInvitation(code, password).then(onSignedIn, (error: unknown) => {
      const failure = failureOf(error);
      if (failure === null) console.error(error);
      if (failure?.status === 409 || failure?.status === 401) onOver();
      else
        setAttempt({
          status: "failed",
          message: failure ? errorMessage(failure).lines.join("\n") : i18next.t("errors.heading"),
        });
    });
  };
  return { attempt, accept };
}

type InvitationFailure = Exclude<InvitationState, "open"> | "unknown" | "waiting";

type OpenInvitation = InvitationSeen & { readonly person: NonNullable<InvitationSeen["person"]> };

type SeenInvitation =
  | { readonly status: "reading" | "unread" }
  | { readonly status: "open"; readonly invitation: OpenInvitation }
  | { readonly status: "failed"; readonly reason: InvitationFailure; readonly expiresAt: number | null };

/** Reads the code in the address. `look`: reads it again, after a failure or after the link has ended. */
function useInvitation(code: string | null): { seen: SeenInvitation; look: () => void } {
  const [seen, setSeen] = useState<SeenInvitation>(code === null ? failed("unknown") : { status: "reading" });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is one more look
  useEffect(() => {
    if (code === null) return;
    const leaving = new AbortController();
    setSeen({ status: "reading" });
    readInvitation(code, leaving.signal).then(
      (invitation) => setSeen(seenAs(invitation)),
      (error: unknown) => {
        if (!leaving.signal.aborted) setSeen(unseen(error));
      },
    );
    return () => leaving.abort();
  }, [code, turn]);
  return { seen, look: () => setTurn((turns) => turns + 1) };
}

const failed = (reason: InvitationFailure, expiresAt: number | null = null): SeenInvitation => ({
  status: "failed",
  reason,
  expiresAt,
});

function seenAs({ state, person, expiresAt }: InvitationSeen): SeenInvitation {
  if (state !== "open") return failed(state, expiresAt);
  return person === null ? failed("ended") : { status: "open", invitation: { state, person, expiresAt } };
}

function unseen(error: unknown): SeenInvitation {
  const status = failureOf(error)?.status;
  if (status === 401 || status === 422) return failed("unknown");
  if (status === 429) return failed("waiting");
  console.warn(error);
  return { status: "unread" };
}

/** The details of an invitation link. Rejects with an `ApiFailure`, with status 401 for a code that never existed. */
async function readInvitation(code: string, signal: AbortSignal): Promise<InvitationSeen> {
  const asked = { body: { code } };
  return invitationSeenFromWire(await createAnonymousClient().call("readInvitation", asked, { signal, quiet: true }));
}

/** Sets the password and begins a session. An earlier user stays signed in until then. Rejects as `readInvitation` does. */
async function acceptInvitation(code: string, password: string): Promise<void> {
  const asked = { body: { code, password } };
  const reply = await createAnonymousClient().call("acceptInvitation", asked, { quiet: true });
  closeSession("signed-out");
  await begin(reply.access_token);
}
