import { t } from "i18next";
import { BuildingComplex, FaceSlightlySmiling, GitBranch } from "lucide-react";
import { useEffect, useState } from "react";
import "../../lib/i18n/en/sign-in.ts";
import { keepInvitation, keepReturnAddress, lastProvider } from "../../lib/session/providers.ts";
import { hasLocalStorage } from "../../lib/storage.ts";
import { cx } from "../../ui/cx.ts";
import { Icon, type IconType } from "../../ui/icon.tsx";
import { authorizeAddress, isEmbedded, useHandOver } from "./hand-over.ts";
import type { Provider } from "./use-providers.ts";

type ProviderLinksProps = {
  providers: readonly Provider[];
  /** no form stands above them */
  alone?: boolean;
  /** the session reached its longest time: the provider of the last sign-in is asked at once (COM-11) */
  recheck?: boolean;
  /** the code of the invitation that they are for */
  invitation?: string;
  onSignedIn: () => void;
};

/** One button for each OAuth provider, below a divider (AUT-13). */
export default function ProviderLinks(props: ProviderLinksProps) {
  const { providers, alone = false, recheck = false, invitation = null, onSignedIn } = props;
  const [last] = useState(lastProvider);
  useHandOver(onSignedIn);
  const asked = recheck && hasLocalStorage() && !isEmbedded() ? providers.find(({ name }) => name === last) : undefined;
  useEffect(() => {
    if (asked !== undefined) leaveFor(asked);
  }, [asked]);
  return (
    <>
      {asked !== undefined && <p role="status">{t("session.signIn.rechecking")}</p>}
      <p
        hidden={alone}
        className="my-6 flex items-center gap-3 text-small text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        {t("session.signIn.or")}
      </p>
      {providers.map((provider) => (
        <ProviderLink
          key={provider.name}
          provider={provider}
          invitation={invitation}
          className={cx(
            "mt-2 bg-surface hover:bg-hover",
            provider.isPlatform ? "border-edge font-strong" : "border-line [&>svg]:text-soft",
          )}
        >
          <span className="min-w-0 max-w-[calc(100%-28px)] [overflow-wrap:anywhere]">
            {t("session.signIn.provider", { name: provider.title ?? provider.name })}
          </span>
          {provider.name === last && (
            <span className="ml-auto flex-none font-[450] text-small text-soft">{t("session.signIn.usedLast")}</span>
          )}
        </ProviderLink>
      ))}
    </>
  );
}

const signOf = ({ name, isPlatform }: Provider): IconType =>
  isPlatform ? FaceSlightlySmiling : name === "github" ? GitBranch : BuildingComplex;

/** Goes to the provider without a click. What is not sent is kept in this browser, as with every sign-in. */
function leaveFor({ name }: Provider): void {
  const { search } = window.location;
  keepReturnAddress(search);
  window.location.assign(authorizeAddress(name, search));
}

type ProviderLinkProps = {
  provider: Provider;
  invitation?: string | null;
  /** the address after sign-in, in the form of a `redirect` entry; without it, the entry in the page's address is used */
  back?: string | undefined;
  className: string;
  children: React.ReactNode;
};

/** Opens the provider's page. An embedded page opens it in a new window (AUT-19), which then reports back to this page. */
export function ProviderLink({ provider, invitation = null, back, className, children }: ProviderLinkProps) {
  const embedded = isEmbedded();
  const { search } = window.location;
  return (
    <a
      href={authorizeAddress(provider.name, search)}
      target={embedded ? "_blank" : undefined}
      rel={embedded ? "opener" : undefined}
      onClick={() => {
        keepReturnAddress(back === undefined ? search : `?redirect=${back}`);
        keepInvitation(invitation);
      }}
      className={cx(
        "flex min-h-10 flex-wrap items-center gap-x-3 rounded-control border px-3 py-2 max-md:min-h-11",
        className,
      )}
    >
      <Icon of={signOf(provider)} />
      {children}
    </a>
  );
}
