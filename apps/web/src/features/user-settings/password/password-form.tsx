import { isPassword } from "@postil/domain/accounts/passwords";
import { PASSWORD } from "@postil/domain/datasets/names";
import { characters } from "@postil/domain/text/characters";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { type FormEvent, useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { errorMessage } from "../../../lib/api/error-lines.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { otherSessionsQuery, ownPasswordQuery } from "../../../lib/api/queries/own-account.ts";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/text-input.tsx";

type State =
  | { readonly status: "idle" | "sending" | "changed" | "chosen" }
  | { readonly status: "failed"; readonly why: string };

/** Changes the password for whoever knows the present one; `isFirst`: there is none. */
export function PasswordForm({ username, isFirst }: { username: string; isFirst: boolean }) {
  const client = useQueryClient();
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [state, setState] = useState<State>({ status: "idle" });
  const resting = (!isFirst && current === "") || !isPassword(password) || state.status === "sending";
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
      {/* Password managers keep the new one under the name they find. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
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
        error={isFirst ? failed : undefined}
        hint={
          tooMany > 0
            ? t("settings.password.tooLong", { count: tooMany })
            : t("settings.password.hint", { count: PASSWORD.min })
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
