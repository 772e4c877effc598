import { t } from "i18next";
import { CircleAlert } from "lucide-react";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import "../../lib/i18n/en/session.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Field } from "./field.tsx";
import { PasswordField } from "./password-field.tsx";
import { type SignInAttempt, useSignIn } from "./use-sign-in.ts";

/** Username and password (AUT-13). A refusal keeps the username and selects the password (AUT-10). */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const { attempt, submit } = useSignIn(onSignedIn);
  const passwordInput = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (attempt.status !== "failed") return;
    passwordInput.current?.focus();
    passwordInput.current?.select();
  }, [attempt]);
  const sending = attempt.status === "sending";
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (username !== "" && password !== "" && !sending) submit(username, password);
  };
  // Where the browser does not let the window close.
  if (attempt.status === "handed") return <p role="status">{t("session.signIn.handed")}</p>;
  return (
    <form onSubmit={onSubmit} aria-labelledby="sign-in-title">
      <Field
        label={t("session.signIn.username")}
        value={username}
        onChange={setUsername}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        readOnly={sending}
        // The page has no other purpose.
        autoFocus
      />
      <PasswordField
        ref={passwordInput}
        value={password}
        onChange={setPassword}
        readOnly={sending}
        aria-invalid={attempt.status === "failed" || undefined}
        aria-describedby="sign-in-failure"
      />
      <Failure attempt={attempt} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="w-full"
        disabled={username === "" || password === "" || sending}
      >
        {t(sending ? "session.signIn.sending" : "session.signIn.submit")}
      </Button>
    </form>
  );
}

function Failure({ attempt }: { attempt: SignInAttempt }) {
  return (
    // The room of a line is kept.
    <div id="sign-in-failure" role="alert" className="-mt-2 min-h-9">
      {attempt.status === "failed" && (
        <p className="mb-4 flex items-start gap-2 text-danger">
          <span className="mt-0.5">
            <Icon of={CircleAlert} />
          </span>
          <span className="whitespace-pre-line [overflow-wrap:anywhere]">{attempt.message}</span>
        </p>
      )}
    </div>
  );
}
