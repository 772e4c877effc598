import { t } from "i18next";
import { cloneElement, type ReactElement, useEffect } from "react";
import "../../lib/i18n/en/welcome.ts";
import type { HostedSpace } from "../../lib/platform/hosted-platform.ts";
import { useSession } from "../../lib/session/use-session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Plain } from "../../ui/layouts/plain.tsx";
import { Mark } from "../../ui/mark.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { ProviderLink } from "./provider-links.tsx";
import { useHandOver } from "./use-hand-over.ts";
import { useProviders } from "./use-providers.ts";
import { WelcomeGlimpse } from "./welcome-glimpse.tsx";
import WhyEnded from "./why-ended.tsx";
import { WorkLeftHere } from "./work-left-here.tsx";

type WelcomePageProps = {
  space: HostedSpace;
  /** where to go after sign-in, as `ProviderLink` has it */
  back: string | undefined;
  /** the router's link to the form, `omitCTA` in its state; it gets its class and text here */
  formLink: ReactElement<{ className?: string; children?: string }>;
  /** the same, for when the platform's provider is not configured */
  onNoProvider: () => void;
  onSignedIn: () => void;
};

/** Signing in where the hosted platform serves the page (AUT-25). */
export function WelcomePage({ space, back, formLink, onNoProvider, onSignedIn }: WelcomePageProps) {
  usePageTitle(space.space);
  useHandOver(onSignedIn);
  const session = useSession();
  const over = session.status === "anonymous" && session.ended ? session : null;
  const providers = useProviders();
  const provider = providers?.find(({ isPlatform }) => isPlatform);
  const missing = providers !== null && provider === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known
  useEffect(() => {
    if (missing) onNoProvider();
  }, [missing]);
  return (
    <Plain>
      <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] overflow-y-auto">
        <div className="mx-auto w-[640px] max-w-full pt-28 pb-[88px] max-md:px-4 max-md:pt-12 max-md:pb-10">
          <p className="mb-12 flex items-center gap-3 font-strong text-lead">
            <Mark />
            {t("common.product")}
          </p>
          <h1 className="font-strong text-title [overflow-wrap:anywhere]">{space.space}</h1>
          <p className="mt-2 max-w-[560px] text-lead text-soft [overflow-wrap:anywhere]">
            {t("welcome.by")} <b className="font-strong text-ink">{space.user}</b>
            {t("welcome.text")}
          </p>
          {over !== null && (
            <p className="mt-6 max-w-[560px] rounded-control bg-edited-fill px-3 py-2 text-edited fill-ring">
              <WhyEnded why={over.why ?? "expired"} />
            </p>
          )}
          <div className="mt-6 flex min-h-10 flex-wrap gap-2">
            {provider === undefined ? (
              <Skeleton label={t("common.loading")}>
                <SkeletonBar width={224} height={40} />
              </Skeleton>
            ) : (
              <>
                <ProviderLink
                  provider={provider}
                  back={back}
                  className="border-accent bg-accent px-4 font-strong text-on-accent"
                >
                  {t("welcome.withPlatform")}
                </ProviderLink>
                {cloneElement(
                  formLink,
                  { className: buttonClass("secondary", "large", "px-4") },
                  t("welcome.withUsername"),
                )}
              </>
            )}
          </div>
          <WorkLeftHere why={over?.why} />
        </div>
        <WelcomeGlimpse />
      </div>
    </Plain>
  );
}
