import { PASSWORD } from "@postil/domain/datasets/names";
import { characters } from "@postil/domain/text/characters";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { type FormEvent, useState } from "react";
import { api } from "../../lib/api/api.ts";
import { errorMessage, failureOf } from "../../lib/api/failure.ts";
import { otherSessionsQuery, ownPasswordQuery } from "../../lib/api/queries/own-account.ts";
import { judgePassword } from "../../lib/session/judge-password.ts";
import { passwordRules } from "../../lib/session/sign-in-rules.ts";
import type { SessionUser } from "../../lib/session/store.ts";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/form-controls.tsx";
import { announce } from "../../ui/screen-reader.tsx";
import { Section } from "./sections.tsx";

/** The user's own password, and the number of their other sessions (AUT-14, design/user-settings.md#password). */
export function PasswordSettings({ user }: { user: SessionUser }) {
  const { data: password } = useQuery(ownPasswordQuery());
  return (
    <Section id="password" heading={t("settings.password.heading")}>
      {!passwordRules().accepted && <p className="max-w-160 pt-1 pb-3">{t("settings.password.notAccepted")}</p>}
      {passwordRules().accepted && password?.set === false && (
        <p className="max-w-160 pt-1 pb-3">
          {password.provider === null
            ? t("settings.password.none")
            : t("settings.password.provider", { provider: password.provider })}
        </p>
      )}
      {passwordRules().accepted && (password?.set !== false || password.provider === null) && (
        <PasswordForm user={user} isFirst={password?.set === false} />
      )}
      <OtherSessions />
    </Section>
  );
}

type State =
  | { readonly status: "idle" | "sending" | "changed" | "chosen" }
  | { readonly status: "failed"; readonly why: string };

/** Changes the password; the user must know the current one. `isFirst`: there is no password yet. */
function PasswordForm({ user, isFirst }: { user: SessionUser; isFirst: boolean }) {
  const client = useQueryClient();
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [state, setState] = useState<State>({ status: "idle" });
  const { fits, told } = judgePassword(password, [user.username, user.firstName, user.lastName ?? ""]);
  const resting = (!isFirst && current === "") || !fits || state.status === "sending";
  const tooMany = characters(password) - PASSWORD.max;
  const failed = state.status === "failed" ? state.why : undefined;

  const change = async (event: FormEvent) => {
    event.preventDefault();
    if (resting) return;
    setState({ status: "sending" });
    try {
      await api.call("changeMyPassword", { body: isFirst ? { password } : { current, password } }, { quiet: true });
      setCurrent("");
      setPassword("");
      setState({ status: isFirst ? "chosen" : "changed" });
      await client.invalidateQueries(ownPasswordQuery());
      await client.invalidateQueries(otherSessionsQuery());
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      setState({ status: "failed", why: errorMessage(failure).lines.join(" ") });
    }
  };
  const edit = (set: (text: string) => void) => (text: string) => {
    set(text);
    setState({ status: "idle" });
  };
  return (
    <form onSubmit={change} className="grid max-w-120 gap-3">
      {/* Password managers save the new password under this username. */}
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      {!isFirst && (
        <TextInput
          type="password"
          label={t("settings.password.now")}
          value={current}
          onChange={edit(setCurrent)}
          autoComplete="current-password"
          error={failed}
        />
      )}
      <TextInput
        type="password"
        label={t("settings.password.new")}
        value={password}
        onChange={edit(setPassword)}
        autoComplete="new-password"
        error={(password === "" ? null : told) ?? (isFirst ? failed : undefined)}
        hint={
          tooMany > 0
            ? t("settings.password.tooLong", { count: tooMany })
            : t("settings.password.hint", { count: passwordRules().min })
        }
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={resting}>
          {t(isFirst ? "settings.password.choose" : "settings.password.change")}
        </Button>
        <p role="status" className="text-small text-soft">
          {state.status === "changed" && t("settings.password.changed")}
          {state.status === "chosen" && t("settings.password.chosen")}
        </p>
      </div>
    </form>
  );
}

/** The number of other sessions, with a button to end them all. */
function OtherSessions() {
  const client = useQueryClient();
  const { data: count } = useQuery(otherSessionsQuery());
  if (count === undefined) return null;
  const end = async () => {
    try {
      await api.call("endOtherSessions");
    } catch (error) {
      // The failure is already shown.
      if (failureOf(error) === null) throw error;
      return;
    }
    client.setQueryData(otherSessionsQuery().queryKey, 0);
    announce(t("settings.password.signedOut"));
  };
  return (
    <p className="mt-4 flex min-h-8 flex-wrap items-center gap-2 text-soft">
      {t("settings.password.sessions", { count: count + 1 })}
      {count > 0 && (
        <Button variant="quiet" className="text-ink" onClick={end}>
          {t("settings.password.signOut", { count })}
        </Button>
      )}
    </p>
  );
}
