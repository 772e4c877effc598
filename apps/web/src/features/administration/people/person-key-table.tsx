import { type ApiKey, type Keys, keyState } from "@postil/domain/accounts/api-keys";
import { t } from "i18next";
import { useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { EndKey, Expiry, KeyFactsCells } from "../../../ui/settings/key-cells.tsx";
import { KeyTable } from "../../../ui/settings/key-table.tsx";
import { useFocusKept } from "../../../ui/use-focus-kept.ts";

type PersonKeyTableProps = { keys: Keys; onAsk: (key: ApiKey | "first") => void };

/** What of a person's keys others may know, and what owners do with them. */
export function PersonKeyTable({ keys: { first, items }, onAsk }: PersonKeyTableProps) {
  const place = useRef<HTMLDivElement>(null);
  useFocusKept(place, items.length);
  const now = Date.now() * 1000;
  return (
    <div ref={place}>
      <KeyTable>
        <tr>
          <KeyFactsCells name={t("keyTable.first")} ending={first.ending} use={first} />
          <Expiry at={null} now={now} />
          <td className="text-right">
            <Button variant="quiet" size="compact" onClick={() => onAsk("first")}>
              {t("keyTable.replace")}
            </Button>
          </td>
        </tr>
        {items.map((key) => {
          const expired = keyState(key.expiresAt, now) === "expired";
          return (
            <tr key={key.id}>
              <KeyFactsCells name={key.name} ending={key.ending} rests={expired} use={key} />
              <Expiry at={key.expiresAt} now={now} />
              <td className="text-right">
                <EndKey name={key.name} expired={expired} onPress={() => onAsk(key)} />
              </td>
            </tr>
          );
        })}
      </KeyTable>
    </div>
  );
}
