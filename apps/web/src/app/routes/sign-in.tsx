import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { SignInPage } from "../../features/session/sign-in-page.tsx";
import { codeInHash } from "../../features/session/use-sign-in-link.ts";
import { underBase } from "../../lib/base-path.ts";
import { redirectTarget } from "../../lib/session/redirect.ts";
import { onSessionChange } from "../../lib/session/store.ts";

export function SignIn() {
  const router = useRouter();
  const { redirect } = useSearch({ from: "/sign-in" });
  const [code] = useState(() => codeInHash(window.location.hash));
  // Replaces the form in the history, so that Back does not lead to it.
  const onSignedIn = () => router.history.replace(underBase(redirectTarget(redirect)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: made anew with each render, always of the same address
  useEffect(
    // When a session ended in several tabs, one sign-in returns all of them to their pages (AUT-11).
    () =>
      onSessionChange(({ status }, origin) => void (status === "checking" && origin === "elsewhere" && onSignedIn())),
    [],
  );
  return <SignInPage code={code} onSignedIn={onSignedIn} />;
}
