import { useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { SignInPage } from "../../features/session/sign-in-page.tsx";
import { codeInHash } from "../../features/session/use-sign-in-link.ts";
import { redirectTarget } from "../../lib/session/redirect.ts";

export function SignIn() {
  const router = useRouter();
  const { redirect } = useSearch({ from: "/sign-in" });
  const [code] = useState(() => codeInHash(window.location.hash));
  // The form gives way to the page, so that Back does not lead to it again.
  const onSignedIn = () => router.history.replace(redirectTarget(redirect));
  return <SignInPage code={code} onSignedIn={onSignedIn} />;
}
