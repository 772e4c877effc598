import type { SessionOver } from "@postil/domain/accounts/sessions";
import i18next, { t } from "i18next";
import { CircleAlert } from "lucide-react";
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import "../../lib/i18n/en/sign-in.ts";
import { errorMessage, failureOf } from "../../lib/api/failure.ts";
import { signIn } from "../../lib/session/sign-in.ts";
import { passwordRules } from "../../lib/session/sign-in-rules.ts";
import { useSession } from "../../lib/session/store.ts";
import { hasLocalStorage } from "../../lib/storage.ts";
import { clearToasts } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import { Icon, Mark } from "../../ui/icon.tsx";
import { Plain, usePageTitle } from "../../ui/layouts/frame.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { announce } from "../../ui/screen-reader.tsx";
import { Field, PasswordField } from "./fields.tsx";
import { useProviders } from "./use-providers.ts";
import { useSignInLink } from "./use-sign-in-link.ts";
import { WorkLeftHere } from "./work-left-here.tsx";

const WhyEnded = lazyPart(() => import("./why-ended.tsx"));

type SignInPageProps = {
  /** the code of a one-time link, null without one */
  code: string | null;
  onSignedIn: () => void;
};

/** Two halves: the form, and a panel of text (design/sign-in.md). */
export function SignInPage({ code, onSignedIn }: SignInPageProps) {
  usePageTitle(t("session.signIn.title"));
  const link = useSignInLink(code, onSignedIn);
  const session = useSession();
  const over = session.status === "anonymous" && session.ended ? session : null;
  const refused = link === "refused";
  const withPassword = passwordRules().accepted;
  return (
    <Plain>
      <div className="grid min-h-dvh min-[768px]:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] grid-rows-[96px_minmax(0,1fr)_96px] items-center justify-items-center px-12 max-md:px-4">
          <p className="flex items-center gap-3 justify-self-start font-strong text-lead">
            <Mark />
            <span translate="no">{t("common.product")}</span>
          </p>
          {/* From a fixed line downwards, so that later parts, such as the providers, do not move the fields. */}
          <div className="w-full max-w-[340px] self-start pt-[12dvh] pb-6 max-md:pt-6">
            <h1 id="sign-in-title" className="mb-6 font-strong text-title">
              {t("session.signIn.title")}
            </h1>
            {link === "exchanging" ? (
              <p>{t("session.signIn.sending")}</p>
            ) : (
              <>
                {(refused || over !== null) && <Notice refused={refused} why={refused ? undefined : over?.why} />}
                {withPassword && <SignInForm onSignedIn={onSignedIn} />}
                <Providers alone={!withPassword} recheck={over?.why === "recheck"} onSignedIn={onSignedIn} />
                <WorkLeftHere why={over?.why} />
              </>
            )}
          </div>
        </div>
        <IntroPanel />
      </div>
    </Plain>
  );
}

/** The reason why the form is shown, if needed: a link that no longer works, or a session that ended by itself. */
function Notice({ refused, why }: { refused: boolean; why: SessionOver | undefined }) {
  const ended = hasLocalStorage() ? "ended" : "endedUnkept";
  const told = t(`session.signIn.${refused ? "linkUsed" : ended}`);
  const isWhole = why === undefined;
  useEffect(() => {
    if (isWhole) announce(told);
  }, [isWhole, told]);
  return (
    <p className="mb-4 rounded-control bg-edited-fill px-3 py-2 text-edited fill-ring">
      {isWhole ? told : <WhyEnded why={why} meanwhile={told} />}
    </p>
  );
}

/** Username and password (AUT-13). A refusal keeps the username and selects the password (AUT-10). */
function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const { attempt, submit } = useSignIn(onSignedIn);
  const passwordInput = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (attempt.status !== "failed") return;
    passwordInput.current?.focus();
    passwordInput.current?.select();
  }, [attempt]);
  const sending = attempt.status === "sending";
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (username !== "" && password !== "" && !sending) submit(username, password);
  };
  // Visible only if the browser does not let the window close.
  if (attempt.status === "handed") return <p role="status">{t("session.signIn.handed")}</p>;
  return (
    <form onSubmit={onSubmit} aria-labelledby="sign-in-title">
      <Field
        label={t("session.signIn.username")}
        value={username}
        onChange={setUsername}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        readOnly={sending}
        // The page has no other purpose.
        autoFocus
      />
      <PasswordField
        ref={passwordInput}
        value={password}
        onChange={setPassword}
        readOnly={sending}
        aria-invalid={attempt.status === "failed" || undefined}
        aria-describedby="sign-in-failure"
      />
      {/* Keeps the room of one line. */}
      <div id="sign-in-failure" role="alert" className="-mt-2 min-h-9">
        {attempt.status === "failed" && (
          <p className="mb-4 flex items-start gap-2 text-danger">
            <span className="mt-0.5">
              <Icon of={CircleAlert} />
            </span>
            <span className="whitespace-pre-line [overflow-wrap:anywhere]">{attempt.message}</span>
          </p>
        )}
      </div>
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="w-full"
        disabled={username === "" || password === "" || sending}
      >
        {t(sending ? "session.signIn.sending" : "session.signIn.submit")}
      </Button>
    </form>
  );
}

/**
 * The decorative half of the sign-in page: a paragraph with the mark around three of its lines (32 px each) and a note in the
 * margin. Hidden from screen readers.
 */
function IntroPanel() {
  return (
    <aside
      aria-hidden="true"
      className="@container hidden items-center overflow-hidden border-line border-l bg-surface px-6 min-[768px]:grid"
    >
      <div className="relative mx-auto pl-10 @min-[570px]:pl-40">
        <p className="max-w-[408px] font-serif text-[19px] text-soft leading-8">
          {t("session.intro.start")}
          <b className="font-[400] text-ink">{t("session.intro.stroke")}</b>
          {t("session.intro.between")}
          <b className="font-[400] text-ink">{t("session.intro.bracket")}</b>
          {t("session.intro.end")}
        </p>
        <span className="absolute top-[70px] left-2 h-[86px] w-3 border-2 border-ink border-r-0 @min-[570px]:left-32">
          <span className="absolute top-[37px] right-5 size-2 rounded-full bg-accent" />
        </span>
        <span className="absolute top-[100px] left-0 hidden w-[100px] whitespace-nowrap text-right font-[450] font-serif text-[16px] text-suggestion italic leading-6 @min-[570px]:block">
          {t("session.intro.note")}
        </span>
        <p className="mt-12">{t("session.intro.motto")}</p>
      </div>
    </aside>
  );
}

type SignInAttempt =
  /** handed: passed to the page that opened this window */
  { readonly status: "none" | "sending" | "handed" } | { readonly status: "failed"; readonly message: string };

/** One attempt to sign in at a time; a failure is shown once, at the form (AUT-10). */
function useSignIn(onSignedIn: () => void) {
  const [attempt, setAttempt] = useState<SignInAttempt>({ status: "none" });
  const submit = (username: string, password: string) => {
    setAttempt({ status: "sending" });
    signIn(username, password, handOver).then(
      (isHere) => {
        if (!isHere) {
          setAttempt({ status: "handed" });
          return window.close();
        }
        clearToasts();
        onSignedIn();
      },
      (error: unknown) => setAttempt({ status: "failed", message: messageOf(error) }),
    );
  };
  return { attempt, submit };
}

/**
 * In a window that a framed page opened for a provider, the session goes to that page, whatever the way of signing in
 * (AUT-23).
 */
async function handOver(token: string): Promise<boolean> {
  return window.opener !== null && (await import("./hand-over.ts")).tellOpener(token, null);
}

function messageOf(error: unknown): string {
  const failure = failureOf(error);
  if (failure === null) {
    console.error(error);
    return i18next.t("errors.heading");
  }
  return failure.status === 401 ? i18next.t("session.signIn.wrong") : errorMessage(failure).lines.join("\n");
}

/** Loaded only if there are providers, because many servers have none. */
const ProviderLinks = lazyPart(() => import("./provider-links.tsx"));

type ProvidersProps = { alone: boolean; recheck: boolean; onSignedIn: () => void };

/** The provider sign-in buttons; nothing if there are none (AUT-17). `alone`: there is no other way in (COM-01). */
function Providers({ alone, ...of }: ProvidersProps) {
  const providers = useProviders();
  const [missing, setMissing] = useState(false);
  const none = providers?.length === 0 || missing;
  return (
    <>
      {alone && providers !== null && (
        <p className="mb-4">{t(none ? "session.signIn.onlyNone" : "session.signIn.only")}</p>
      )}
      {providers !== null && !none && (
        <ProviderLinks providers={providers} alone={alone} whenMissing={() => setMissing(true)} {...of} />
      )}
    </>
  );
}
