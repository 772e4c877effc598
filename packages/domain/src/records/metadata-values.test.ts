import { expect, test } from "vitest";
import type { MetadataSettings } from "../datasets/metadata-property.ts";
import { hasValues } from "./metadata-rules.ts";

test.each<[MetadataSettings, boolean]>([
  [{ type: "terms", values: ["en"] }, true],
  [{ type: "terms", values: [] }, false],
  [{ type: "terms", values: null }, false],
  [{ type: "integer", min: 0, max: 10 }, true],
  [{ type: "integer", min: 0, max: null }, false],
  [{ type: "float", min: null, max: 1.5 }, false],
  [{ type: "float", min: null, max: null }, false],
])("FEN-21 a metadata property has values: %j, %s", (settings, expected) => {
  expect(hasValues(settings)).toBe(expected);
});
