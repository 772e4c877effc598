import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AuditCriteria,
  commandOf,
  EVERYTHING,
  filterOf,
  GROUPS,
  isFiltered,
  readAuditCriteria,
  SPANS,
  writeAuditCriteria,
} from "./audit-criteria.ts";

const word = fc.string({ minLength: 1, unit: "grapheme" });
const criteria: fc.Arbitrary<AuditCriteria> = fc.record({
  people: fc.uniqueArray(word, { maxLength: 4 }),
  groups: fc.uniqueArray(fc.constantFrom(...GROUPS)),
  days: fc.constantFrom(null, ...SPANS),
  search: fc.string({ unit: "grapheme" }),
});

test("VST-02 what narrows the audit comes back from the address as it went, whatever names hold: encoded, and empty where there is nothing", () => {
  fc.assert(
    fc.property(criteria, (given) => {
      const written = writeAuditCriteria(given);
      expect(readAuditCriteria(written)).toEqual(given);
      // The spelling of a browser: no character in it can end the entry.
      expect(Object.values(written).join("")).toMatch(/^[\w.~%!*'(),:-]*$/);
    }),
  );
  expect(Object.values(writeAuditCriteria(EVERYTHING)).join("")).toBe("");
});

test("AUT-14 what cannot be read in the address of the audit is as if it were not there", () => {
  expect(readAuditCriteria({ people: "%E0%A4%A", kinds: "gossip,key", days: "12", search: "%" })).toEqual({
    ...EVERYTHING,
    groups: ["key"],
  });
  expect(readAuditCriteria({})).toEqual(EVERYTHING);
  expect(isFiltered(EVERYTHING)).toBe(false);
});

test("AUT-14 the command asks for the same entries, and its days are counted when it runs", () => {
  expect(commandOf(EVERYTHING)).toBe("postil audit --output audit.jsonl");
  const given = { people: ["ann"], groups: ["key", "role"], days: "30", search: "o'brien's $(x)" } as const;
  expect(commandOf(given)).toBe(
    "postil audit --output audit.jsonl --person ann --kind key --kind role --days 30 --search='o'\\''brien'\\''s $(x)'",
  );
  expect(filterOf(given, 40 * 86_400_000)).toMatchObject({ since: 10 * 86_400_000_000 });
});
