import { useTranslation } from "react-i18next";
import { isHostedProvider } from "../../lib/platform/hosted-platform.ts";
import { authorizeAddress, isEmbedded } from "./authorize.ts";
import { useProviders } from "./use-providers.ts";

/** One button per OAuth provider, under a divider; nothing when there are none (AUT-13, AUT-17). */
export function Providers() {
  const { t } = useTranslation();
  const providers = useProviders();
  if (providers === null || providers.length === 0) return null;
  return (
    <>
      <p className="my-6 flex items-center gap-3 text-small text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("session.signIn.or")}
      </p>
      {providers.map((name) => (
        <ProviderLink key={name} name={name} primary={false} />
      ))}
    </>
  );
}

/** Leaves the page for the provider, in a new window when the page is embedded (AUT-19). */
export function ProviderLink({ name, primary }: { name: string; primary: boolean }) {
  const { t } = useTranslation();
  const look = primary
    ? "border-accent bg-accent font-strong text-on-accent"
    : isHostedProvider(name)
      ? "border-edge bg-surface font-strong hover:bg-hover"
      : "border-line bg-surface hover:bg-hover";
  return (
    <a
      href={authorizeAddress(name, window.location.search)}
      target={isEmbedded() ? "_blank" : undefined}
      rel="noopener"
      className={`mt-2 flex h-10 items-center justify-center rounded-control border px-3 max-md:h-11 ${look}`}
    >
      {isHostedProvider(name) ? t("session.signIn.hostedProvider") : t("session.signIn.provider", { name })}
    </a>
  );
}
