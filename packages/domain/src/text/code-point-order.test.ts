import fc from "fast-check";
import { expect, test } from "vitest";
import { byCodePoints } from "./code-point-order.ts";

test("FFI-11 texts are in the order of their code points, which is that of their bytes in UTF-8", () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom("a", "b", "\uffee", "\ue000", "😀", "𝒳"), fc.string({ unit: "grapheme" })),
  });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [x, y] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
      const at = x.findIndex((byte, index) => byte !== y[index]);
      const bytes = at < 0 ? x.length - y.length : (x[at] ?? 0) - (y[at] ?? -1);
      expect(Math.sign(byCodePoints(a, b))).toBe(Math.sign(bytes));
    }),
    { numRuns: 2000 },
  );
});
