import i18next from "i18next";
import { useState } from "react";
import { errorMessage } from "../../../lib/api/error-lines.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { acceptInvitation } from "../../../lib/session/invitation.ts";

type Attempt = { readonly status: "none" | "sending" } | { readonly status: "failed"; readonly message: string };

type AcceptProps = { code: string; onSignedIn: () => void; onOver: () => void };

/** One attempt at a time; a link that is over by then is looked at again, which says why. */
export function useAccept({ code, onSignedIn, onOver }: AcceptProps) {
  const [attempt, setAttempt] = useState<Attempt>({ status: "none" });
  const accept = (password: string) => {
    setAttempt({ status: "sending" });
    acceptInvitation(code, password).then(onSignedIn, (error: unknown) => {
      const failure = failureOf(error);
      if (failure === null) console.error(error);
      if (failure?.status === 409 || failure?.status === 401) onOver();
      else
        setAttempt({
          status: "failed",
          message: failure ? errorMessage(failure).lines.join("\n") : i18next.t("errors.heading"),
        });
    });
  };
  return { attempt, accept };
}
