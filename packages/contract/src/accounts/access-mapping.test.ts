import { expect, test } from "vitest";
import { apiKeyFromWire, apiKeyToWire, firstKeyFromWire, firstKeyToWire } from "./access-mapping.ts";
import { ChangedPreferences, WireApiKey, WireFirstKey, WirePreference } from "./own.ts";
import { changeFromWire, changeToWire, preferenceFromWire, preferenceToWire } from "./preference-mapping.ts";

const ID = "0193f000-0000-7000-8000-000000000001";
const AT = 1_779_000_000_000_001;

test("API-01 keys come back from the wire as they went, in the shape of their schemas", () => {
  const use = { lastUsedAt: AT, lastUsedBy: "Python client" };
  const key = { id: ID, name: "Notebook", ending: "3f9c", insertedAt: AT, expiresAt: AT + 1, ...use };
  expect(apiKeyFromWire(WireApiKey.parse(apiKeyToWire(key)))).toEqual(key);
  const unused = { ...key, expiresAt: null, lastUsedAt: null, lastUsedBy: null };
  expect(apiKeyFromWire(WireApiKey.parse(apiKeyToWire(unused)))).toEqual(unused);
  const first = { ending: "3f9c", ...use };
  expect(firstKeyFromWire(WireFirstKey.parse(firstKeyToWire(first)))).toEqual(first);
});

test("API-01 preferences and their changes come back from the wire as they went, to the microsecond", () => {
  const member = { value: ["year"], changedAt: AT };
  expect(preferenceFromWire(WirePreference.parse(preferenceToWire("pinnedMetadata/d1", member)))).toEqual(member);
  for (const change of [
    { value: "dark", age: 12, seen: AT },
    { value: null, age: null, seen: null },
  ]) {
    const { items } = ChangedPreferences.parse({ items: [changeToWire("theme", change)] });
    expect(items.map((item) => [item.name, changeFromWire(item)])).toEqual([["theme", change]]);
  }
});
