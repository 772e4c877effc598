import { useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { SignInPage } from "../../features/session/sign-in-page.tsx";
import { codeInHash, useSignInElsewhere } from "../../features/session/use-sign-in-link.ts";
import { underBase } from "../../lib/base-path.ts";
import { redirectTarget } from "../../lib/session/sign-in.ts";

// chunk: first

export function SignIn() {
  const router = useRouter();
  const { redirect } = useSearch({ from: "/sign-in" });
  const [code] = useState(() => codeInHash(window.location.hash));
  // Replaces the form in the history, so that Back does not lead to it.
  const onSignedIn = () => router.history.replace(underBase(redirectTarget(redirect)));
  useSignInElsewhere(onSignedIn);
  return <SignInPage code={code} onSignedIn={onSignedIn} />;
}
