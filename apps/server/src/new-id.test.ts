import fc from "fast-check";
import { expect, test } from "vitest";
import { datasetNamedBy, newId, newIdIn } from "./new-id.ts";

test("PGS-41 an id of something in a dataset names it, is a UUID of version 7", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 24 - 1 }), (key) => {
      const ids = Array.from({ length: 20 }, () => newIdIn(key));
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) {
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(datasetNamedBy(id)).toBe(key);
      }
    }),
  );
});

test("PGS-41 a key that is too large leaves an id as long as any", () => {
  expect(newIdIn(2 ** 40)).toHaveLength(newId().length);
});

test("PGS-41 an id from elsewhere names some number, whatever it is", () => {
  for (const id of [newId(), "", "no id", "😀", "00000000-0000-0000-0000-000000000000"])
    expect(datasetNamedBy(id)).toBeGreaterThanOrEqual(0);
});
