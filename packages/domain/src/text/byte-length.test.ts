import fc from "fast-check";
import { expect, test } from "vitest";
import { byteLength } from "./characters.ts";

test("API-39 the bytes of any text are those of its UTF-8", () => {
  const units = fc.string({ unit: "binary" }).map((text) => text.split("").toReversed().join(""));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "grapheme" }), units), (text) => {
      expect(byteLength(text)).toBe(new TextEncoder().encode(text).length);
    }),
  );
});
