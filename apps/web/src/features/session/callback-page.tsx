import "../../lib/i18n/en/provider-sign-in.ts";
import { type ProviderRefusal, providerRefusalOf, tooManySignInsOf } from "@postil/domain/accounts/sign-in";
import { asObject } from "@postil/domain/json-object";
import { t } from "i18next";
import { useEffect, useRef, useState } from "react";
import { failureOf } from "../../lib/api/failure.ts";
import { underBase } from "../../lib/base-path.ts";
import { readText } from "../../lib/listed-values.ts";
import { keptReturnAddress, signInWithToken, tokenOfCallback } from "../../lib/session/providers.ts";
import { redirectTarget, settledSession } from "../../lib/session/sign-in.ts";
import { clearToasts, notify } from "../../lib/toasts/store.ts";
import { buttonClass } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { usePageTitle } from "../../ui/layouts/frame.tsx";
import { announce } from "../../ui/screen-reader.tsx";
import { authorizeAddress, tellOpener } from "./hand-over.ts";
import { OutsidePage, Refused } from "./outside-page.tsx";
import { useProviders } from "./use-providers.ts";

type CallbackPageProps = {
  provider: string;
  /** the query that the provider returned */
  search: string;
  onSignedIn: () => void;
};

/** The page that a provider returns to (AUT-23, design/sign-in.md#providers). */
export function CallbackPage({ provider, search, onSignedIn }: CallbackPageProps) {
  const exchange = useCallbackExchange(provider, search, onSignedIn);
  const providers = useProviders();
  const title = providers?.find(({ name }) => name === provider)?.title ?? provider;
  return (
    <OutsidePage home="/sign-in">
      {exchange.status === "running" && <Wait title={providers === null ? null : title} />}
      {exchange.status === "failed" && <CallbackFailed provider={provider} title={title} failure={exchange.failure} />}
      {exchange.status === "handed" && (
        <Told title={t("providerSignIn.handed.title")} text={t("providerSignIn.handed.text")} />
      )}
      {exchange.status === "already" && (
        <>
          <Told title={t("providerSignIn.already.title")} text={t("providerSignIn.already.text")} />
          <a href={underBase("/")} className={buttonClass("primary", "large", "mt-6 px-4")}>
            {t("errors.home")}
          </a>
        </>
      )}
    </OutsidePage>
  );
}

/** After this time, a slow reply gets a note with a link back, ms. */
const SLOW = 4000;

function Wait({ title }: { title: string | null }) {
  const heading = title === null ? t("providerSignIn.wait.plain") : t("providerSignIn.wait.title", { provider: title });
  usePageTitle(heading);
  const [place] = useState(() => datasetIn(redirectTarget(keptReturnAddress() ?? undefined)));
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW);
    return () => clearTimeout(timer);
  }, []);
  const slow = t("providerSignIn.wait.slow");
  useEffect(() => {
    if (isSlow) announce(slow);
  }, [isSlow, slow]);
  return (
    <>
      <h1 className="font-strong text-title">{heading}</h1>
      <p className="mt-2 text-lead text-soft [overflow-wrap:anywhere]">
        {isSlow ? slow : t("providerSignIn.wait.text")}
        {place !== null && (
          <>
            {" "}
            {t("providerSignIn.wait.back")} <b className="font-strong text-ink">{place}</b>.
          </>
        )}
      </p>
      <div
        role="progressbar"
        aria-label={t("providerSignIn.wait.progress")}
        className="mt-6 h-0.5 overflow-hidden bg-line"
      >
        <div className="h-full animate-[progress_1.6s_ease-out_infinite] bg-accent" />
      </div>
      {isSlow && (
        <a href={underBase("/sign-in")} className={buttonClass("secondary", "large", "mt-6 px-4")}>
          {t("providerSignIn.toSignIn")}
        </a>
      )}
    </>
  );
}

/** The dataset name in an address (RTE-05); null for addresses with ids, which users do not read. */
function datasetIn(path: string): string | null {
  return readText(/^\/datasets\/[^/?#]+\/([^/?#]+)/.exec(path)?.[1]) || null;
}

/** Shows the outcome instead of the wait. */
function Told({ title, text }: { title: string; text: string }) {
  usePageTitle(title);
  useEffect(() => announce(`${title}. ${text}`), [title, text]);
  return (
    <>
      <h1 className="font-strong text-title">{title}</h1>
      <p className="mt-2 text-lead text-soft">{text}</p>
    </>
  );
}

/** The reason why the sign-in failed, and links to continue (AUT-23). */
function CallbackFailed({ provider, title, failure }: { provider: string; title: string; failure: CallbackFailure }) {
  const kept = keptReturnAddress();
  const back = kept === null ? "" : `?redirect=${kept}`;
  return (
    <>
      <Refused
        note={t("providerSignIn.notSignedIn")}
        heading={t(`providerSignIn.failures.${failure.reason}.title`, { provider: title })}
        headingClass="[overflow-wrap:anywhere] first-letter:uppercase"
        text={
          <>
            {failure.reason === "denied" && failure.code !== null && (
              <>{t("providerSignIn.answered", { answer: failure.code.replaceAll("_", " ") })} </>
            )}
            {t(`providerSignIn.failures.${failure.reason}.text`, { provider: title })}{" "}
            {failure.reason === "tooMany" && <>{t("providerSignIn.wait.again", { count: failure.seconds ?? 60 })} </>}
            {t("providerSignIn.kept")}
          </>
        }
      >
        <a href={underBase(`/sign-in${back}`)} className={buttonClass("primary", "large", "px-4")}>
          {t("providerSignIn.toSignIn")}
        </a>
        {failure.reason !== "unknown" && (
          <a
            href={authorizeAddress(provider, back)}
            className={buttonClass("secondary", "large", "h-auto min-h-10 px-4 whitespace-normal max-md:min-h-11")}
          >
            {t("providerSignIn.again", { provider: title })}
          </a>
        )}
      </Refused>
      <Details provider={provider} answer={failure.answer} />
    </>
  );
}

/** Details for a report; they contain no secrets. */
function Details({ provider, answer }: { provider: string; answer: string }) {
  const [time] = useState(() => new Date());
  const lines = [
    [t("providerSignIn.details.provider"), provider],
    ...(answer === "" ? [] : [[t("providerSignIn.details.answer"), answer]]),
    [t("providerSignIn.details.time"), time.toISOString()],
  ] as const;
  const shown = time.toLocaleString("en-GB", {
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return (
    <div className="mt-8 flex items-start border-line border-t pt-4">
      <dl className="grid flex-1 grid-cols-[104px_minmax(0,1fr)] gap-y-1 text-small">
        {lines.map(([name, value], at) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">
              {at === lines.length - 1 ? <time dateTime={value}>{shown}</time> : value}
            </dd>
          </div>
        ))}
      </dl>
      <CopyButton text={lines.map((line) => line.join(": ")).join("\n")} what={t("providerSignIn.details.what")} />
    </div>
  );
}

/** The reasons of a failed provider sign-in that have their own text on this page. */
type CallbackReason =
  | Exclude<ProviderRefusal, "off" | "codeMissing" | "stateMissing" | "stateMismatch">
  | "over"
  | "tooMany"
  | "unknown"
  | "unreached"
  | "other";

type CallbackFailure = {
  readonly reason: CallbackReason;
  /** The reply for a report: the provider's own code and the server's status. */
  readonly answer: string;
  /** The provider's own code, if it sent one. */
  readonly code: string | null;
  /** The number of seconds until the server allows another try; null if it does not say. */
  readonly seconds: number | null;
};

const REASONS: { readonly [R in ProviderRefusal]: CallbackReason } = {
  off: "unknown",
  codeMissing: "over",
  stateMissing: "over",
  stateMismatch: "over",
  account: "account",
  role: "role",
  deactivated: "deactivated",
  notNamed: "notNamed",
  hasAccount: "hasAccount",
  denied: "denied",
  codeRefused: "codeRefused",
  nameMissing: "nameMissing",
  unreachable: "unreachable",
  untrusted: "untrusted",
  failing: "failing",
  late: "late",
  busy: "busy",
  unreadable: "unreadable",
  clocks: "clocks",
  insecure: "insecure",
};

/** The codes that providers may send; other text could be forged in a link. */
const CODES =
  /^(access_denied|account_selection_required|consent_required|https_needed|interaction_required|invalid_request|invalid_scope|login_required|server_error|temporarily_unavailable|unauthorized_client|unsupported_response_type)$/;

const errorIn = (search: string): string | null =>
  CODES.exec(new URLSearchParams(search).get("error") ?? "")?.[0] ?? null;

const NOTHING_SAID = { answer: "", code: null, seconds: null } as const;

/** The reason why the exchange failed. */
function callbackFailure(error: unknown, search: string): CallbackFailure {
  const failure = failureOf(error);
  if (failure === null) return { ...NOTHING_SAID, reason: "other" };
  const { status, body, retryAfter } = failure;
  if (status === null) return { ...NOTHING_SAID, reason: "unreached" };
  const detail = asObject(body)?.detail;
  const known = providerRefusalOf(detail);
  const reason = known === null ? reasonOf(status, detail) : REASONS[known];
  const code = errorIn(search);
  const seconds = Number(/^\d{1,5}$/.exec(retryAfter ?? "")?.[0] ?? 0) || null;
  return { reason, answer: code === null ? String(status) : `${code} (${status})`, code, seconds };
}

/** The reason for replies that have no own code for callbacks. */
function reasonOf(status: number, detail: unknown): CallbackReason {
  if (status === 429) return tooManySignInsOf(detail) === "underWay" ? "busy" : "tooMany";
  return status === 404 ? "unknown" : "other";
}

type Exchange =
  | { readonly status: "running" | "handed" | "already" }
  | { readonly status: "failed"; readonly failure: CallbackFailure };

/**
 * Exchanges the provider's reply for a session (AUT-23). A window opened by a framed page passes the session to that page and
 * closes; "handed" is visible only if the browser does not let it close. "already": the reply was used before, and a user is
 * signed in.
 */
function useCallbackExchange(provider: string, search: string, onSignedIn: () => void): Exchange {
  const [exchange, setExchange] = useState<Exchange>({ status: "running" });
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer works once, so it is sent once
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    goOn(provider, search).then(
      (way) => {
        if (way === "signed-in") return onSignedIn();
        setExchange({ status: "handed" });
        window.close();
      },
      (error: unknown) => {
        console.warn(error);
        return outcome(callbackFailure(error, search)).then(setExchange);
      },
    );
  }, []);
  return exchange;
}

/** If a user opens a finished callback again, returns "already" while they are signed in. */
async function outcome(failure: CallbackFailure): Promise<Exchange> {
  const isSpent = failure.reason === "over" || failure.reason === "codeRefused";
  const session = isSpent ? await settledSession().catch(console.warn) : null;
  return session?.status === "signed-in" ? { status: "already" } : { status: "failed", failure };
}

async function goOn(provider: string, search: string): Promise<"signed-in" | "handed"> {
  const { access_token: token, role_lowered: lowered } = await tokenOfCallback(provider, search);
  if (await tellOpener(token, provider)) return "handed";
  await signInWithToken(token, provider);
  clearToasts();
  if (lowered !== undefined) {
    const [from, to] = [t(`common.role.${lowered.from}`), t(`common.role.${lowered.to}`)];
    notify({ message: t("providerSignIn.lowered", { provider, from, to }), type: "warning" });
  }
  return "signed-in";
}
