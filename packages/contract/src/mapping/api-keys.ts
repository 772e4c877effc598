import type { ApiKey, FirstKey, Keys, KeyUse } from "@postil/domain/accounts/api-keys";
import type { Micros } from "@postil/domain/time";
import type { WireApiKey, WireApiKeys, WireFirstKey } from "../entities/api-keys.ts";
import { timeFromWire, timeToWire } from "../wire/time.ts";

const atWire = (at: Micros | null) => (at === null ? null : timeToWire(at));
const fromWire = (at: string | null) => (at === null ? null : timeFromWire(at));

const useToWire = ({ lastUsedAt, lastUsedBy }: KeyUse) => ({
  last_used_at: atWire(lastUsedAt),
  last_used_by: lastUsedBy,
});
const useFromWire = (wire: WireFirstKey): KeyUse => ({
  lastUsedAt: fromWire(wire.last_used_at),
  lastUsedBy: wire.last_used_by,
});

export const apiKeyToWire = (key: ApiKey): WireApiKey => ({
  id: key.id,
  name: key.name,
  ending: key.ending,
  inserted_at: timeToWire(key.insertedAt),
  expires_at: atWire(key.expiresAt),
  ...useToWire(key),
});

export const apiKeyFromWire = (wire: WireApiKey): ApiKey => ({
  id: wire.id,
  name: wire.name,
  ending: wire.ending,
  insertedAt: timeFromWire(wire.inserted_at),
  expiresAt: fromWire(wire.expires_at),
  ...useFromWire(wire),
});

export const firstKeyToWire = (key: FirstKey): WireFirstKey => ({ ending: key.ending, ...useToWire(key) });

export const firstKeyFromWire = (wire: WireFirstKey): FirstKey => ({ ending: wire.ending, ...useFromWire(wire) });

export const keysToWire = ({ first, items }: Keys): WireApiKeys => ({
  first: firstKeyToWire(first),
  items: items.map(apiKeyToWire),
});

export const keysFromWire = ({ first, items }: WireApiKeys): Keys => ({
  first: firstKeyFromWire(first),
  items: items.map(apiKeyFromWire),
});
