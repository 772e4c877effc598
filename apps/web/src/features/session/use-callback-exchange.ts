import { useEffect, useRef, useState } from "react";
import { signInWithToken, tokenOfCallback } from "../../lib/session/provider-sign-in.ts";
import { settledSession } from "../../lib/session/sign-in.ts";
import { clearToasts } from "../../lib/toasts/store.ts";
import { type CallbackFailure, callbackFailure } from "./callback-failure.ts";
import { tellOpener } from "./hand-over.ts";

export type Exchange =
  | { readonly status: "running" | "handed" | "already" }
  | { readonly status: "failed"; readonly failure: CallbackFailure };

/**
 * Exchanges what the provider sent somebody back with for a session (AUT-23). A window that a framed page opened hands it over
 * and closes; "handed" is seen where the browser does not let it. "already": the answer is used up, and somebody is signed in.
 */
export function useCallbackExchange(provider: string, search: string, onSignedIn: () => void): Exchange {
  const [exchange, setExchange] = useState<Exchange>({ status: "running" });
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer works once, so it is sent once
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    goOn(provider, search).then(
      (way) => {
        if (way === "signed-in") return onSignedIn();
        setExchange({ status: "handed" });
        window.close();
      },
      (error: unknown) => {
        console.warn(error);
        return outcome(callbackFailure(error, search)).then(setExchange);
      },
    );
  }, []);
  return exchange;
}

/** Whoever opens a finished callback once more is told how things stand. */
async function outcome(failure: CallbackFailure): Promise<Exchange> {
  const isSpent = failure.reason === "over" || failure.reason === "codeRefused";
  const session = isSpent ? await settledSession().catch(console.warn) : null;
  return session?.status === "signed-in" ? { status: "already" } : { status: "failed", failure };
}

async function goOn(provider: string, search: string): Promise<"signed-in" | "handed"> {
  const token = await tokenOfCallback(provider, search);
  if (await tellOpener(token, provider)) return "handed";
  await signInWithToken(token, provider);
  clearToasts();
  return "signed-in";
}
