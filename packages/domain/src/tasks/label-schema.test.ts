import { expect, test } from "vitest";
import { labelInUse, labelUnknown, mergeSettings, strangerTo, vectorsFault } from "./dataset-rules.ts";

const schema = {
  labels: [
    { id: "p", name: "P" },
    { id: "P", name: "Q" },
  ],
};

test("LAB-20 what is given of settings replaces what was there, and vectors join those of other names", () => {
  const before = { labelSchema: schema, vectors: { v: 3, w: { dim: 4 } } };
  expect(mergeSettings(before, {})).toEqual(before);
  expect(mergeSettings(before, { labelSchema: { labels: [] } })).toEqual({ ...before, labelSchema: { labels: [] } });
  expect(mergeSettings(before, { vectors: { v: { dim: 3 }, x: 1 } })).toEqual({
    labelSchema: schema,
    vectors: { v: { dim: 3 }, w: { dim: 4 }, x: 1 },
  });
  expect(mergeSettings({}, { vectors: { v: 1 } })).toEqual({ vectors: { v: 1 } });
});

test("LAB-20 a sixth vector is refused, and another length of one that is there", () => {
  const known = new Map([
    ["a", 1],
    ["b", 1],
    ["c", 1],
    ["d", 1],
  ]);
  expect(vectorsFault(known, { e: 2, a: 1 })).toBe(null);
  expect(vectorsFault(known, { e: 2, f: 2 })).toBe("Cannot create more than 5 kind of vectors per dataset");
  expect(vectorsFault(known, { a: { dim: 2 } })).toBe("Vector 'a' has 1 dimensions, which cannot become 2");
});

test("LAB-20 a label is in the schema by its name, not by its id", () => {
  expect(strangerTo(schema, ["P", "Q"])).toBe(null);
  expect(strangerTo(schema, ["P", "p", "x"])).toBe("p");
  expect(labelInUse("x")).toContain("label x was found in the dataset but not in provided labels schema. \nPlease,");
  expect(labelUnknown("x")).toContain("the x label, that is not included in the labels schema.\nPlease,");
});
