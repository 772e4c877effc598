import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_PREFERENCES, type Preferences, readPreferences, VERSION } from "./definitions.ts";
import { isSame, MOST_MEMBER_TEXT, MOST_MEMBERS, memberRefusal, membersOf, toForget, withMembers } from "./members.ts";

const ids = fc.stringMatching(/^[a-z0-9/._-]{1,12}$/);
const words = fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 });
const preferences: fc.Arbitrary<Preferences> = fc
  .record(
    {
      theme: fc.constantFrom("light", "dark", "contrast"),
      recordFontSize: fc.integer({ min: 14, max: 22 }),
      autoAdvance: fc.boolean(),
      keymap: fc.dictionary(ids, words),
      pinnedMetadata: fc.dictionary(ids, words),
      bulkPageSizes: fc.dictionary(ids, fc.constantFrom(10, 25, 50, 100)),
      fieldsBeside: fc.dictionary(ids, fc.boolean()),
      pinnedDatasets: fc.uniqueArray(ids),
      splits: fc.dictionary(ids, fc.double({ min: 0, max: 1, noNaN: true })),
    },
    { requiredKeys: [] },
  )
  .map((values) => readPreferences({ version: VERSION, ...values }));

test("AUT-29 what follows the person comes through its members as it was, what belongs to a browser stays there", () => {
  fc.assert(
    fc.property(preferences, preferences, (own, other) => {
      const taken = withMembers(own, membersOf(other));
      expect(taken.splits).toBe(own.splits);
      expect(membersOf(taken)).toEqual(membersOf(other));
      expect(withMembers(taken, membersOf(other))).toBe(taken);
    }),
  );
});

test("AUT-29 a value that has not changed stays the same object, so that nothing is drawn anew", () => {
  const own = readPreferences({ version: VERSION, theme: "dark", pinnedMetadata: { a: ["x"], b: ["y"] } });
  const members = { ...membersOf(own), theme: "light", "pinnedMetadata/a": ["x"] };
  const taken = withMembers(own, members);
  expect(taken.theme).toBe("light");
  expect(taken.pinnedMetadata).toBe(own.pinnedMetadata);
});

test("AUT-31 members that cannot be read, are not known or not there leave the preferences as at first", () => {
  const members = {
    theme: "neon",
    unheard: 1,
    "unheard/of": 2,
    "bulkPageSizes/d1": 7,
    density: null,
    "keymap/x": null,
  };
  expect(withMembers(DEFAULT_PREFERENCES, members)).toBe(DEFAULT_PREFERENCES);
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (any) => {
      const taken = withMembers(DEFAULT_PREFERENCES, any);
      expect(isSame(membersOf(readPreferences({ version: VERSION, ...taken })), membersOf(taken))).toBe(true);
    }),
  );
});

test("AUT-31 a value that its preference does not take is refused by name and value, one that is too long by its limit", () => {
  expect(memberRefusal("theme", "dark")).toBeNull();
  expect(memberRefusal("theme", null)).toBeNull();
  expect(memberRefusal("pinnedMetadata/d1", ["year"])).toBeNull();
  expect(memberRefusal("unheard", { of: true })).toBeNull();
  expect(memberRefusal("theme", "neon")).toBe('The preference `theme` cannot be `"neon"`');
  expect(memberRefusal("bulkPageSizes/d1", 7)).toBe("The preference `bulkPageSizes/d1` cannot be `7`");
  expect(memberRefusal("pinnedDatasets/d1", "yes")).toContain("cannot be");
  const long = "x".repeat(MOST_MEMBER_TEXT);
  expect(memberRefusal("unheard", long)).toBe(
    `The preference \`unheard\` has ${MOST_MEMBER_TEXT + 2} characters; at most ${MOST_MEMBER_TEXT} are kept`,
  );
});

test("AUT-31 beyond the bound what was changed longest ago is forgotten, and no preference that is no entry", () => {
  const entries = Array.from({ length: MOST_MEMBERS }, (_, i) => ({ name: `pinnedMetadata/${i}`, changedAt: 10 + i }));
  expect(toForget(entries)).toEqual([]);
  expect(toForget([...entries, { name: "theme", changedAt: 1 }, { name: "keymap/a", changedAt: 5000 }])).toEqual([
    "pinnedMetadata/0",
    "pinnedMetadata/1",
  ]);
});
