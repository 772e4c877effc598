import { expect, test } from "vitest";
import { each, entity, orNull, same, TIMES, time, timeOrNull } from "./entity-mapping.ts";

type Own = { readonly id: string; readonly ownerId: string | null; readonly seenAt: number | null };
type Wire = { id: string; owner_id: string | null; seen_at: string | null };

const AT = Date.UTC(2026, 0, 2) * 1000;
const { toWire, fromWire } = entity<Own, Wire>()({
  ...same("id", "ownerId"),
  seenAt: timeOrNull("seen_at"),
});

test("API-01 an entity is sent by its table: in its order, and with nothing that the table does not name", () => {
  const own = { seenAt: AT, ownerId: null, id: "a" };
  const secret = { ...own, password: "x" };
  expect(JSON.stringify(toWire(secret))).toBe('{"id":"a","owner_id":null,"seen_at":"2026-01-02T00:00:00"}');
  expect(fromWire(toWire(own))).toEqual(own);
  expect(toWire({ ...own, seenAt: null }).seen_at).toBeNull();
});

test("API-01 lists of entities, and entities that may be missing, are mapped one by one", () => {
  expect(each(orNull(toWire))([{ id: "a", ownerId: "b", seenAt: null }, null])).toEqual([
    { id: "a", owner_id: "b", seen_at: null },
    null,
  ]);
});

test("API-01 a table that lacks a member or turns it into another type does not compile", () => {
  const named = { ...same("id"), ownerId: "owner_id" } as const;
  // @ts-expect-error one of our members is missing
  entity<Own, Wire>()(named);
  // @ts-expect-error one member of the wire is missing
  entity<Pick<Own, "id" | "ownerId">, Wire>()(named);
  // @ts-expect-error a time may be missing on both sides
  entity<Own, Wire>()({ ...named, seenAt: time("seen_at") });
  // @ts-expect-error a time is a text on the wire
  entity<Own, Wire>()({ ...named, seenAt: "seen_at" });
  // @ts-expect-error the wire has no such member
  entity<Own, Wire>()({ ...named, seenAt: timeOrNull("seenAt") });
  expect(Object.keys(TIMES)).toEqual(["insertedAt", "updatedAt"]);
});
