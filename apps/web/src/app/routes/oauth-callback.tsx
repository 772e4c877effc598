import { useLocation, useParams, useRouter } from "@tanstack/react-router";
import { CallbackPage } from "../../features/session/callback-page.tsx";
import { underBase } from "../../lib/base-path.ts";
import { takeReturnAddress } from "../../lib/session/providers.ts";

export function OauthCallback() {
  const router = useRouter();
  const { provider } = useParams({ from: "/oauth/{-$provider}/callback" });
  const { searchStr } = useLocation();
  // The guard of the route allows no visit without a provider.
  if (provider === undefined) return null;
  // Back must not lead to a used callback address.
  const onSignedIn = () => router.history.replace(underBase(takeReturnAddress()));
  return <CallbackPage provider={provider} search={searchStr} onSignedIn={onSignedIn} />;
}
