import { type ApiKey, keyState } from "@postil/domain/accounts/api-keys";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { useState } from "react";
import "../../../lib/i18n/en/key-table.ts";
import { api } from "../../../lib/api/api.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { ownKeysQuery } from "../../../lib/api/queries/own-account.ts";
import { cx } from "../../../ui/cx.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { announce } from "../../../ui/live-region.tsx";
import { EndKey, Expiry, KeyFactsCells } from "../../../ui/settings/key-cells.tsx";

const ConfirmKey = lazyPart(() => import("../../../ui/settings/confirm-key.tsx"));

type NamedKeyRowProps = { of: ApiKey; fresh: boolean; onRevoked: (key: ApiKey) => void };

/** A key of a script or machine, to be revoked; one that has expired goes without a question, for it opens nothing. */
export function NamedKeyRow({ of: key, fresh, onRevoked }: NamedKeyRowProps) {
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const now = Date.now() * 1000;
  const expired = keyState(key.expiresAt, now) === "expired";

  const revoke = async () => {
    setAsks(false);
    try {
      // Another page may have been quicker.
      await api.call("deleteMyApiKey", { params: { key_id: key.id } }, { accept: [404] });
    } catch (error) {
      if (failureOf(error) === null) throw error;
      return;
    }
    client.setQueryData(
      ownKeysQuery().queryKey,
      (keys) => keys && { ...keys, items: keys.items.filter(({ id }) => id !== key.id) },
    );
    announce(t("keyTable.revoked", { name: key.name }));
    onRevoked(key);
  };
  return (
    <tr className={cx(fresh && "bg-accent-fill/40")}>
      <KeyFactsCells name={key.name} ending={key.ending} rests={expired} use={key} />
      <Expiry at={key.expiresAt} now={now} />
      <td className="text-right">
        <EndKey name={key.name} expired={expired} onPress={() => (expired ? void revoke() : setAsks(true))} />
        {asks && (
          <ConfirmKey
            action="revoke"
            name={key.name}
            whenMissing={() => setAsks(false)}
            onClose={() => setAsks(false)}
            onConfirm={revoke}
          />
        )}
      </td>
    </tr>
  );
}
