import fc from "fast-check";
import { expect, test } from "vitest";
import { membersOfJson } from "./json-text.ts";

test("TSE-22 the members of a JSON object are found without reading them", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue()), (drawn) => {
      const object = JSON.parse(JSON.stringify(drawn));
      const members = membersOfJson(JSON.stringify(object));
      expect(members).toEqual(Object.entries(object).map(([name, value]) => ({ name, json: JSON.stringify(value) })));
    }),
    { numRuns: 1000 },
  );
});

test("TSE-22 what is no JSON object is no list of members", () => {
  expect(membersOfJson("{}")).toEqual([]);
  for (const json of ['{"a', '{"a":"b', '{"a":{"b":1', '{"a":['])
    expect(() => membersOfJson(json)).toThrow(SyntaxError);
});
