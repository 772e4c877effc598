import i18next from "i18next";
import { useState } from "react";
import "../../lib/i18n/en/session.ts";
import { errorMessage } from "../../lib/api/error-lines.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { signIn } from "../../lib/session/sign-in.ts";
import { clearToasts } from "../../lib/toasts/store.ts";

export type SignInAttempt =
  /** handed: to the page that opened this window */
  { readonly status: "none" | "sending" | "handed" } | { readonly status: "failed"; readonly message: string };

/** One attempt to sign in at a time; what went wrong is said once, at the form (AUT-10). */
export function useSignIn(onSignedIn: () => void) {
  const [attempt, setAttempt] = useState<SignInAttempt>({ status: "none" });
  const submit = (username: string, password: string) => {
    setAttempt({ status: "sending" });
    signIn(username, password, handOver).then(
      (isHere) => {
        if (!isHere) {
          setAttempt({ status: "handed" });
          return window.close();
        }
        clearToasts();
        onSignedIn();
      },
      (error: unknown) => setAttempt({ status: "failed", message: messageOf(error) }),
    );
  };
  return { attempt, submit };
}

/** In a window that a framed page opened for a provider the session is that page's, however one signs in (AUT-23). */
async function handOver(token: string): Promise<boolean> {
  return window.opener !== null && (await import("./hand-over.ts")).tellOpener(token, null);
}

function messageOf(error: unknown): string {
  const failure = failureOf(error);
  if (failure === null) {
    console.error(error);
    return i18next.t("errors.heading");
  }
  return failure.status === 401 ? i18next.t("session.signIn.wrong") : errorMessage(failure).lines.join("\n");
}
