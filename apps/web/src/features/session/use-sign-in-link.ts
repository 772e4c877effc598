import { useEffect, useRef, useState } from "react";
import { signInByLink } from "../../lib/session/sign-in.ts";
import { onSessionChange } from "../../lib/session/store.ts";

/** Reads the code of a one-time link, which is the whole hash of the address: 256 bits as base64url. */
export function codeInHash(hash: string): string | null {
  return /^#([\w-]{20,200})$/.exec(hash)?.[1] ?? null;
}

/**
 * Exchanges the code for a session at once (design/sign-in.md). "exchanging" lasts until the page is left; "refused" means
 * that the code is used up or unknown.
 */
export function useSignInLink(code: string | null, onSignedIn: () => void): "none" | "exchanging" | "refused" {
  const [state, setState] = useState<"none" | "exchanging" | "refused">(code === null ? "none" : "exchanging");
  const exchanged = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code works once, so it is sent once
  useEffect(() => {
    if (code === null || exchanged.current) return;
    exchanged.current = true;
    signInByLink(code).then(onSignedIn, (error: unknown) => {
      console.warn(error);
      setState("refused");
    });
  }, []);
  return state;
}

/** When a session ended in several tabs, one sign-in returns all of them to their pages (AUT-11). */
export function useSignInElsewhere(onSignedIn: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: made anew with each render, always of the same place
  useEffect(
    () =>
      onSessionChange(({ status }, origin) => void (status === "checking" && origin === "elsewhere" && onSignedIn())),
    [],
  );
}
