import fc from "fast-check";
import { expect, test } from "vitest";
import { ALL_DATASETS, isNarrowed, readListCriteria, writeListCriteria } from "./list-criteria.ts";

const word = fc.string({ unit: "grapheme", minLength: 1 }).map((text) => text.toWellFormed());
const view = fc.record({
  search: word,
  workspaces: fc.uniqueArray(word),
  tasks: fc.uniqueArray(word),
  tags: fc.uniqueArray(word),
  sort: fc.constantFrom("name:asc" as const, "createdAt:desc" as const, null),
});

test("DSL-10 what narrows the list goes through the address and back, commas in names included", () => {
  fc.assert(
    fc.property(view, (original) => {
      expect(readListCriteria(writeListCriteria(original))).toEqual(original);
    }),
  );
});

test("DSL-10 VST-05 an address without entries, or with unreadable ones, narrows nothing", () => {
  expect(readListCriteria({})).toEqual(ALL_DATASETS);
  expect(readListCriteria({ workspaces: "%E0%A4%A", tags: ",,", search: "%", sort: "size:up" })).toEqual(ALL_DATASETS);
  expect(isNarrowed(ALL_DATASETS)).toBe(false);
  expect(isNarrowed({ ...ALL_DATASETS, tags: ["lang: en"] })).toBe(true);
});
