import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { ownPasswordQuery } from "../../../lib/api/queries/own-account.ts";
import { Section } from "../section.tsx";
import { OtherSessions } from "./other-sessions.tsx";
import { PasswordForm } from "./password-form.tsx";

/** One's own password, and where one is signed in beside here (AUT-14, design/user-settings.md#password). */
export function PasswordSettings({ username }: { username: string }) {
  const { data: password } = useQuery(ownPasswordQuery());
  return (
    <Section id="password" heading={t("settings.password.heading")}>
      {password?.set === false && (
        <p className="max-w-160 pt-1 pb-3">
          {password.provider === null
            ? t("settings.password.none")
            : t("settings.password.provider", { provider: password.provider })}
        </p>
      )}
      {(password?.set !== false || password.provider === null) && (
        <PasswordForm username={username} isFirst={password?.set === false} />
      )}
      <OtherSessions />
    </Section>
  );
}
