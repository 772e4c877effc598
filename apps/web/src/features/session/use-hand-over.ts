import { useEffect } from "react";
import { signInWithToken } from "../../lib/session/provider-sign-in.ts";
import { clearToasts } from "../../lib/toasts/store.ts";
import { isEmbedded } from "./authorize.ts";
import { awaitHandOver } from "./hand-over.ts";

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
