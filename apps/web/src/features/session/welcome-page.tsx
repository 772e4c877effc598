import "../../lib/i18n/en/welcome.ts";
import { t } from "i18next";
import { ArrowLeft, ArrowRight, Circle } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode, useEffect } from "react";
import type { HostedSpace } from "../../lib/base-path.ts";
import { useSession } from "../../lib/session/store.ts";
import { buttonClass } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon, Mark, Star } from "../../ui/icon.tsx";
import { Plain, usePageTitle } from "../../ui/layouts/frame.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { useHandOver } from "./hand-over.ts";
import { ProviderLink } from "./provider-links.tsx";
import { useProviders } from "./use-providers.ts";
import WhyEnded from "./why-ended.tsx";
import { WorkLeftHere } from "./work-left-here.tsx";

type WelcomePageProps = {
  space: HostedSpace;
  /** the address after sign-in, as in `ProviderLink` */
  back: string | undefined;
  /** the router's link to the form, with `omitCTA` in its state; gets its class and text here */
  formLink: ReactElement<{ className?: string; children?: string }>;
  /** opens the same form, called if the platform's provider is not configured */
  onNoProvider: () => void;
  onSignedIn: () => void;
};

/** The sign-in page if the hosted platform serves the app (AUT-25). */
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
            <span translate="no">{t("common.product")}</span>
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

/** A sample record with its labels, cut by the lower edge of the page. Hidden from screen readers. */
function WelcomeGlimpse() {
  return (
    <div
      aria-hidden="true"
      className="mx-auto grid min-h-0 w-[1136px] max-w-full grid-cols-[minmax(0,3fr)_minmax(0,2fr)] overflow-hidden max-[1168px]:px-4 max-md:grid-cols-1"
    >
      <Sheet />
      <Questions />
    </div>
  );
}

function Sheet() {
  return (
    <div className="overflow-hidden rounded-t-panel border border-line border-b-0 bg-surface px-6">
      <p className="flex h-12 items-center gap-2">
        <span className="flex w-28 gap-4 text-soft max-md:w-16">
          <Icon of={ArrowLeft} />
          <Icon of={ArrowRight} />
        </span>
        <b className="whitespace-nowrap font-strong">{t("welcome.record.title")}</b>
        <span className="max-md:hidden">{t("welcome.record.when")}</span>
        <span className="ml-auto flex items-center gap-2">
          <Icon of={Circle} />
          {t("welcome.record.status")}
        </span>
      </p>
      <div className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-2 pt-4 max-md:grid-cols-1">
        <span className="pt-1 text-small text-soft">{t("welcome.record.field")}</span>
        <div className="flex flex-col gap-3 text-[17px] leading-7">
          {(["first", "second", "third"] as const).map((paragraph) => (
            <p key={paragraph}>{t(`welcome.record.${paragraph}`)}</p>
          ))}
        </div>
      </div>
    </div>
  );
}

function Questions() {
  const asked = t("welcome.record.asked", { returnObjects: true });
  const mentioned = t("welcome.record.mentioned", { returnObjects: true });
  return (
    <div className="flex flex-col gap-6 overflow-hidden pt-3 pl-4 max-md:hidden">
      <div className="border-accent border-l-2 pl-4">
        <p className="mb-3 flex justify-between font-strong">
          {t("welcome.record.asks")}
          <span className="flex items-center gap-1 font-[450] font-serif text-[15px] text-suggestion italic">
            <Star size={12} />
            {t("welcome.record.agent")}
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          {asked.map((text, at) => (
            <Option key={text} number={at + 1} look={at === 0 ? "suggested" : "plain"} round>
              {text}
              {at === 0 && (
                <span className="flex items-center gap-1 text-small font-strong">
                  <Star size={12} /> {t("welcome.record.score")}
                </span>
              )}
            </Option>
          ))}
        </div>
      </div>
      <div className="pl-[18px]">
        <p className="mb-3 font-strong">{t("welcome.record.mentions")}</p>
        <div className="flex flex-wrap gap-2">
          {mentioned.map((text, at) => (
            <Option key={text} number={at + 1} look={at < 2 ? "chosen" : "plain"}>
              {text}
            </Option>
          ))}
        </div>
      </div>
    </div>
  );
}

const LOOKS = {
  plain: "border-line bg-surface",
  suggested: "border-suggestion border-dotted bg-suggestion-fill text-suggestion",
  chosen: "border-ink bg-surface font-strong",
} as const;

type OptionProps = { number: number; look: keyof typeof LOOKS; round?: boolean; children: ReactNode };

function Option({ number, look, round = false, children }: OptionProps) {
  return (
    <span
      className={cx(
        "flex h-8 items-center gap-2 border px-2 pr-3",
        round ? "rounded-full" : "rounded-control",
        LOOKS[look],
      )}
    >
      <span
        className={cx(
          "grid size-[18px] place-items-center text-[12px] font-strong",
          round ? "rounded-full" : "rounded-key",
          look === "chosen" ? "bg-ink text-paper" : "bg-sunken text-soft",
        )}
      >
        {number}
      </span>
      {children}
    </span>
  );
}
