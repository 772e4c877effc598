import { t } from "i18next";
import { useEffect, useState } from "react";
import "../../lib/i18n/en/provider-sign-in.ts";
import { underBase } from "../../lib/base-path.ts";
import { readText } from "../../lib/listed-values.ts";
import { redirectTarget } from "../../lib/session/redirect.ts";
import { keptReturnAddress } from "../../lib/session/return-address.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Plain } from "../../ui/layouts/plain.tsx";
import { announce } from "../../ui/live-region.tsx";
import { Mark } from "../../ui/mark.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { CallbackFailed } from "./callback-failed.tsx";
import { useCallbackExchange } from "./use-callback-exchange.ts";
import { useProviders } from "./use-providers.ts";

type CallbackPageProps = {
  provider: string;
  /** the query that the provider sent somebody back with */
  search: string;
  onSignedIn: () => void;
};

/** The way back from a provider (AUT-23, design/sign-in.md#providers). */
export function CallbackPage({ provider, search, onSignedIn }: CallbackPageProps) {
  const exchange = useCallbackExchange(provider, search, onSignedIn);
  const providers = useProviders();
  const title = providers?.find(({ name }) => name === provider)?.title ?? provider;
  return (
    <Plain>
      <div className="px-12 pt-9 pb-12 max-md:px-4">
        <a href={underBase("/sign-in")} className="inline-flex items-center gap-3 font-strong text-lead">
          <Mark />
          {t("common.product")}
        </a>
        <div className="mx-auto mt-28 w-[640px] max-w-full max-md:mt-16">
          {exchange.status === "failed" ? (
            <CallbackFailed provider={provider} title={title} failure={exchange.failure} />
          ) : exchange.status === "already" ? (
            <Already />
          ) : exchange.status === "handed" ? (
            <Handed />
          ) : (
            <Wait title={providers === null ? null : title} />
          )}
        </div>
      </div>
    </Plain>
  );
}

/** An answer that takes longer is told of, with the way back, ms. */
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

/** The name of a dataset that stands in its address (RTE-05); others are known by ids, which nobody reads. */
function datasetIn(path: string): string | null {
  return readText(/^\/datasets\/[^/?#]+\/([^/?#]+)/.exec(path)?.[1]) || null;
}

/** Somebody opened a finished callback once more. */
function Already() {
  return (
    <>
      <Told title={t("providerSignIn.already.title")} text={t("providerSignIn.already.text")} />
      <a href={underBase("/")} className={buttonClass("primary", "large", "mt-6 px-4")}>
        {t("errors.home")}
      </a>
    </>
  );
}

function Handed() {
  return <Told title={t("providerSignIn.handed.title")} text={t("providerSignIn.handed.text")} />;
}

/** What became of it, in place of the wait. */
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
