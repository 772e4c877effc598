import { expect, test } from "vitest";
import type { MetadataSettings } from "../datasets/metadata-property.ts";
import { metadataFault } from "./metadata-rules.ts";
import { type Reason, reasonText } from "./reason.ts";

const PROPERTIES: ReadonlyMap<string, MetadataSettings> = new Map([
  ["lang", { type: "terms", values: ["en", "es"] }],
  ["tags", { type: "terms", values: null }],
  ["n", { type: "integer", min: 0, max: 10 }],
  ["f", { type: "float", min: 0, max: 1 }],
]);
const fault = (metadata: { [name: string]: unknown }, allowExtra = true) =>
  wordsOf(metadataFault({ datasetId: "D", properties: PROPERTIES, allowExtra }, metadata));
const wordsOf = (reason: Reason | null) => reason && reasonText(reason);
const reason = (name: string, value: unknown) =>
  fault({ [name]: value })?.replace(
    `metadata is not valid: '${name}' metadata property validation failed because `,
    "",
  );

test("FEN-26 terms are among the allowed ones, alone or in a list", () => {
  expect(fault({ lang: "zz" })).toBe(
    "metadata is not valid: 'lang' metadata property validation failed because 'zz' is not an allowed term.",
  );
  expect(reason("lang", ["en", "de", "fr"])).toBe("'de' is not an allowed term.");
  expect(reason("lang", [1])).toBe("'1' is not an allowed term.");
  expect(reason("lang", { a: 1 })).toBe("'{'a': 1}' is not an allowed term.");
  for (const value of ["en", ["en", "es"], [], null]) expect(fault({ lang: value })).toBeNull();
  for (const value of ["any", 4, true, ["a", 1]]) expect(fault({ tags: value })).toBeNull();
  expect(reason("tags", { a: 1 })).toBe("'{'a': 1}' is not an allowed term.");
});

test("FEN-26 numbers are numbers within the bounds, the bounds included", () => {
  expect(reason("n", "5")).toBe("'5' is not an integer.");
  expect(reason("n", 1.5)).toBe("'1.5' is not an integer.");
  expect(reason("n", [2000])).toBe("'[2000]' is not an integer.");
  expect(reason("n", true)).toBe("'True' is not an integer.");
  expect(reason("n", 11)).toBe("'11' is greater than the maximum value of '10'.");
  expect(reason("n", -1)).toBe("'-1' is less than the minimum value of '0'.");
  expect(reason("f", "warm")).toBe("'warm' is not a float.");
  expect(reason("f", 1.5)).toBe("'1.5' is greater than the maximum value of '1.0'.");
  expect(reason("f", -0.5)).toBe("'-0.5' is less than the minimum value of '0.0'.");
  for (const value of [0, 10, null]) expect(fault({ n: value })).toBeNull();
  for (const value of [0, 1, 0.25]) expect(fault({ f: value })).toBeNull();
});

test("FEN-26 undeclared metadata is stored unchecked where the dataset allows it", () => {
  expect(fault({ other: { deep: [1] } })).toBeNull();
  expect(fault({ other: 1 }, false)).toBe(
    "metadata is not valid: 'other' metadata property does not exists for dataset 'D' and extra metadata is not allowed for this dataset",
  );
});
