import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { api } from "../../../lib/api/api.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { otherSessionsQuery } from "../../../lib/api/queries/own-account.ts";
import { Button } from "../../../ui/button.tsx";
import { announce } from "../../../ui/live-region.tsx";

/** How many sessions there are, as a number, and the way to end all but this one. */
export function OtherSessions() {
  const client = useQueryClient();
  const { data: count } = useQuery(otherSessionsQuery());
  if (count === undefined) return null;
  const end = async () => {
    try {
      await api.call("endOtherSessions");
    } catch (error) {
      // It has been shown.
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
