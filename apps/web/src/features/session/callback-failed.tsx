import { t } from "i18next";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { underBase } from "../../lib/base-path.ts";
import { keptReturnAddress } from "../../lib/session/return-address.ts";
import { buttonClass } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { authorizeAddress } from "./authorize.ts";
import type { CallbackFailure } from "./callback-failure.ts";

type CallbackFailedProps = { provider: string; title: string; failure: CallbackFailure };

/** Why somebody is not signed in, in words, and the ways on (AUT-23). */
export function CallbackFailed({ provider, title, failure }: CallbackFailedProps) {
  const heading = t(`providerSignIn.failures.${failure.reason}.title`, { provider: title });
  usePageTitle(heading);
  const kept = keptReturnAddress();
  const back = kept === null ? "" : `?redirect=${kept}`;
  return (
    <>
      <p className="mb-2 flex items-center gap-2 text-danger">
        <Icon of={CircleAlert} />
        {t("providerSignIn.notSignedIn")}
      </p>
      <h1 className="font-strong text-title [overflow-wrap:anywhere] first-letter:uppercase">{heading}</h1>
      <p role="alert" className="mt-2 max-w-[560px] text-lead text-soft">
        {failure.reason === "denied" && failure.code !== null && (
          <>{t("providerSignIn.answered", { answer: failure.code.replaceAll("_", " ") })} </>
        )}
        {t(`providerSignIn.failures.${failure.reason}.text`, { provider: title })}{" "}
        {failure.reason === "tooMany" && <>{t("providerSignIn.wait.again", { count: failure.seconds ?? 60 })} </>}
        {t("providerSignIn.kept")}
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
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
        <a href={underBase("/")} className={buttonClass("ghost", "large", "px-4")}>
          {t("errors.home")}
        </a>
      </div>
      <Details provider={provider} answer={failure.answer} />
    </>
  );
}

/** For a report: nothing of it lets anybody in. */
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
