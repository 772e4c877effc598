import { useLocation, useParams, useRouter } from "@tanstack/react-router";
import { CallbackPage } from "../../features/session/callback-page.tsx";
import { underBase } from "../../lib/base-path.ts";
import { takeReturnAddress } from "../../lib/session/return-address.ts";

export function OauthCallback() {
  const router = useRouter();
  const { provider } = useParams({ from: "/oauth/{-$provider}/callback" });
  const { searchStr } = useLocation();
  // The route lets nobody in without.
  if (provider === undefined) return null;
  // Back does not lead to an answer that is used up.
  const onSignedIn = () => router.history.replace(underBase(takeReturnAddress()));
  return <CallbackPage provider={provider} search={searchStr} onSignedIn={onSignedIn} />;
}
