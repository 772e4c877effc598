import i18next from "i18next";
import { useState } from "react";
import "../../lib/i18n/session-texts.ts";
import { errorMessage } from "../../lib/api/error-lines.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { signIn } from "../../lib/session/sign-in.ts";
import { clearToasts } from "../../lib/toasts/store.ts";

export type SignInAttempt =
  | { readonly status: "none" | "sending" }
  | { readonly status: "failed"; readonly message: string };

/** One attempt to sign in at a time; what went wrong is said once, at the form (AUT-10). */
export function useSignIn(onSignedIn: () => void) {
  const [attempt, setAttempt] = useState<SignInAttempt>({ status: "none" });
  const submit = (username: string, password: string) => {
    setAttempt({ status: "sending" });
    signIn(username, password).then(
      () => {
        clearToasts();
        onSignedIn();
      },
      (error: unknown) => setAttempt({ status: "failed", message: messageOf(error) }),
    );
  };
  return { attempt, submit };
}

function messageOf(error: unknown): string {
  const failure = failureOf(error);
  if (failure === null) {
    console.error(error);
    return i18next.t("errors.heading");
  }
  return failure.status === 401 ? i18next.t("session.signIn.wrong") : errorMessage(failure).lines.join("\n");
}
