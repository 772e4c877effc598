import { cloneElement, type ReactElement, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { type HostedSpace, isHostedProvider } from "../../lib/platform/hosted-platform.ts";
import { Plain } from "../../ui/layouts/plain.tsx";
import { Mark } from "../../ui/mark.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { textLinkClass } from "../../ui/text-link.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { ProviderLink } from "./providers.tsx";
import { useProviders } from "./use-providers.ts";

type WelcomePageProps = {
  space: HostedSpace;
  /** the router's link to the form, `omitCTA` in its state; it gets its class and text here */
  formLink: ReactElement<{ className?: string; children?: string }>;
  /** the same, for when the platform's provider is not configured */
  onNoProvider: () => void;
};

/** Signing in where the hosted platform serves the page (AUT-25). */
export function WelcomePage({ space, formLink, onNoProvider }: WelcomePageProps) {
  const { t } = useTranslation();
  const title = t("session.welcome.title", { space: space.space });
  usePageTitle(title);
  const providers = useProviders();
  const provider = providers?.find(isHostedProvider);
  const missing = providers !== null && provider === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known
  useEffect(() => {
    if (missing) onNoProvider();
  }, [missing]);
  return (
    <Plain>
      <div className="mx-auto w-full max-w-[340px] px-4 pt-28">
        <Mark />
        <h1 className="mt-6 font-strong text-title">{title}</h1>
        <p className="mt-2 mb-6 text-lead text-soft">{t("session.welcome.text", { user: space.user })}</p>
        {provider === undefined ? (
          <Skeleton label={t("common.loading")}>
            <SkeletonBar width="100%" height={40} />
          </Skeleton>
        ) : (
          <>
            <ProviderLink name={provider} primary />
            <p className="mt-4">
              {cloneElement(formLink, { className: textLinkClass }, t("session.welcome.withUsername"))}
            </p>
          </>
        )}
      </div>
    </Plain>
  );
}
