import { useLocation, useRouter } from "@tanstack/react-router";
import { InvitationPage } from "../../features/session/invitation-page.tsx";
import { codeInHash } from "../../features/session/use-sign-in-link.ts";
import { HOME } from "../../lib/session/sign-in.ts";

export function Invitation() {
  const router = useRouter();
  const { hash } = useLocation();
  const code = codeInHash(`#${hash}`);
  // Back must not lead to a used link.
  const onSignedIn = () => router.history.replace(HOME);
  return <InvitationPage key={code} code={code} onSignedIn={onSignedIn} />;
}
