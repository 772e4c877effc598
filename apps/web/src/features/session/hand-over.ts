import { useEffect } from "react";
import { underBase } from "../../lib/base-path.ts";
import { signInWithToken } from "../../lib/session/providers.ts";
import { clearToasts } from "../../lib/toasts/store.ts";

/**
 * A page in a frame signs in by a separate window, which passes the session to it: if the frame is on another site, the
 * browser separates their storage (AUT-23). Sent only to pages of this origin.
 */
type Told = { readonly postil: "signed-in"; readonly token: string; readonly provider: string | null };
type Taken = { readonly postil: "taken" };

/** If a page does not answer within this time, it is another page or closed, ms. */
const PATIENCE = 1000;

const isOwn = ({ origin }: MessageEvent): boolean => origin === window.location.origin;
const kindOf = ({ data }: MessageEvent): unknown =>
  typeof data === "object" && data !== null && "postil" in data ? data.postil : null;

/**
 * Passes the session to the page that opened this window; `provider` is null for a password. Returns false if no page takes
 * it.
 */
export function tellOpener(token: string, provider: string | null): Promise<boolean> {
  const opener: Window | null = window.opener ?? null;
  if (opener === null || opener === window) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (taken: boolean) => {
      window.removeEventListener("message", hear);
      window.clearTimeout(timer);
      resolve(taken);
    };
    const hear = (event: MessageEvent) => {
      if (isOwn(event) && event.source === opener && kindOf(event) === "taken") end(true);
    };
    const timer = window.setTimeout(() => end(false), PATIENCE);
    window.addEventListener("message", hear);
    const told: Told = { postil: "signed-in", token, provider };
    opener.postMessage(told, window.location.origin);
  });
}

/** Waits for such a window. Returns a function that stops waiting. */
export function awaitHandOver(onToken: (token: string, provider: string | null) => void): () => void {
  const hear = (event: MessageEvent) => {
    if (!isOwn(event) || kindOf(event) !== "signed-in") return;
    const { token, provider } = event.data as Told; // a page of this origin sent it
    const taken: Taken = { postil: "taken" };
    event.source?.postMessage(taken, { targetOrigin: window.location.origin });
    onToken(token, provider);
  };
  window.addEventListener("message", hear);
  return () => window.removeEventListener("message", hear);
}

/** In a frame: continues when the provider window has signed the user in (AUT-19, AUT-23). */
export function useHandOver(onSignedIn: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what to do then does not change while the page stands
  useEffect(() => {
    if (!isEmbedded()) return;
    return awaitHandOver((token, provider) => {
      signInWithToken(token, provider).then(
        () => {
          clearToasts();
          onSignedIn();
        },
        (error: unknown) => console.warn(error),
      );
    });
  }, []);
}

/** The address where a provider's sign-in begins, with the current query (AUT-19, AUT-20). */
export function authorizeAddress(provider: string, search: string): string {
  return underBase(`/api/v1/oauth2/providers/${encodeURIComponent(provider)}/authentication${search}`);
}

/** True if the page is in a frame of another page (PRD-09). */
export function isEmbedded(): boolean {
  return window.self !== window.top;
}
