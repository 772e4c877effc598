import { useState } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useProviders } from "./use-providers.ts";

/** Many servers have no providers, so no sign-in page loads their buttons before. */
const ProviderLinks = lazyPart(() => import("./provider-links.tsx"));

/** The ways to sign in with a provider; nothing when there are none (AUT-17). */
export function Providers({ onSignedIn }: { onSignedIn: () => void }) {
  const providers = useProviders();
  const [missing, setMissing] = useState(false);
  if (providers === null || providers.length === 0 || missing) return null;
  return <ProviderLinks providers={providers} onSignedIn={onSignedIn} whenMissing={() => setMissing(true)} />;
}
