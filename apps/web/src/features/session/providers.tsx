import { useState } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useProviders } from "./use-providers.ts";

/** Loaded only if there are providers, because many servers have none. */
const ProviderLinks = lazyPart(() => import("./provider-links.tsx"));

/** The provider sign-in buttons; nothing if there are none (AUT-17). */
export function Providers({ onSignedIn }: { onSignedIn: () => void }) {
  const providers = useProviders();
  const [missing, setMissing] = useState(false);
  if (providers === null || providers.length === 0 || missing) return null;
  return <ProviderLinks providers={providers} onSignedIn={onSignedIn} whenMissing={() => setMissing(true)} />;
}
