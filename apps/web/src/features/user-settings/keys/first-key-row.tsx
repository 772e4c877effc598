import { endingOf, type KeyUse } from "@postil/domain/accounts/api-keys";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import "../../../lib/i18n/en/key-table.ts";
import { api } from "../../../lib/api/api.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { ownKeysQuery } from "../../../lib/api/queries/own-account.ts";
import { getSession, recognise } from "../../../lib/session/store.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { announce } from "../../../ui/live-region.tsx";
import { Expiry, KeyFactsCells } from "../../../ui/settings/key-cells.tsx";
import { useCopy } from "../../../ui/use-copy.ts";

const ConfirmKey = lazyPart(() => import("../../../ui/settings/confirm-key.tsx"));

/** The key that `/me` tells: masked until it is asked for, copied without being shown, and replaced (AUT-32). */
export function FirstKeyRow({ apiKey, use }: { apiKey: string; use: KeyUse }) {
  const [shown, setShown] = useState(false);
  const [asks, setAsks] = useState(false);
  const { result, copy } = useCopy(apiKey);
  const replace = useReplacement(apiKey);
  return (
    <>
      <tr>
        <KeyFactsCells name={t("keyTable.first")} ending={endingOf(apiKey)} use={use} />
        <Expiry at={null} now={0} />
        <td>
          <div className="flex items-center justify-end">
            <IconButton
              icon={shown ? EyeOff : Eye}
              label={t(shown ? "settings.keys.hide" : "settings.keys.show")}
              size="tiny"
              onClick={() => setShown(!shown)}
            />
            <Button
              variant="quiet"
              size="compact"
              aria-label={t("common.copy", { what: t("settings.keys.what") })}
              onClick={copy}
            >
              {t(result === null ? "settings.keys.copy" : `common.${result}`)}
            </Button>
            <Button variant="quiet" size="compact" onClick={() => setAsks(true)}>
              {t("keyTable.replace")}
            </Button>
          </div>
          {asks && (
            <ConfirmKey
              action="replace"
              name={t("keyTable.first")}
              whenMissing={() => setAsks(false)}
              onClose={() => setAsks(false)}
              onConfirm={() => {
                setAsks(false);
                void replace();
              }}
            />
          )}
        </td>
      </tr>
      {shown && (
        <tr>
          <td colSpan={5}>
            <code className="font-mono text-small [overflow-wrap:anywhere]">{apiKey}</code>
          </td>
        </tr>
      )}
    </>
  );
}

/** Replaces the key; the session learns the new one, also when another page was quicker. */
function useReplacement(apiKey: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    try {
      const body = { ending: endingOf(apiKey) };
      const reply = await api.call("replaceMyApiKey", { body }, { accept: [409] });
      learn(reply?.api_key ?? (await api.call("getMe")).api_key);
      if (reply !== null) announce(t("keyTable.replaced"));
      await client.invalidateQueries(ownKeysQuery());
    } catch (error) {
      // It has been shown.
      if (failureOf(error) === null) throw error;
    }
  };
}

function learn(apiKey: string): void {
  const session = getSession();
  if (session.status === "signed-in") recognise(session.token, { ...session.user, apiKey });
}
