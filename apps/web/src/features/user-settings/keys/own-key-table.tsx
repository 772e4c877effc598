import type { ApiKey, Keys } from "@postil/domain/accounts/api-keys";
import { KeyTable } from "../../../ui/settings/key-table.tsx";
import { FirstKeyRow } from "./first-key-row.tsx";
import { NamedKeyRow } from "./named-key-row.tsx";

type OwnKeyTableProps = {
  keys: Keys;
  /** empty: whoever this is has none */
  firstKey: string;
  /** the key that was just made */
  fresh: string | null;
  onRevoked: (key: ApiKey) => void;
};

/** All keys: the first, then the others, the newest before the older. */
export function OwnKeyTable({ keys, firstKey, fresh, onRevoked }: OwnKeyTableProps) {
  const newest = keys.items.filter(({ id }) => id === fresh);
  const others = keys.items.filter(({ id }) => id !== fresh);
  const row = (key: ApiKey) => <NamedKeyRow key={key.id} of={key} fresh={key.id === fresh} onRevoked={onRevoked} />;
  return (
    <KeyTable>
      {newest.map(row)}
      {firstKey !== "" && <FirstKeyRow apiKey={firstKey} use={keys.first} />}
      {others.map(row)}
    </KeyTable>
  );
}
