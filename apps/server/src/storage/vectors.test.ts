import fc from "fast-check";
import { expect, test } from "vitest";
import { vectorFromBytes, vectorToBytes } from "./vectors.ts";

const number = fc.double({ noNaN: true, noDefaultInfinity: true });

test("FEN-26 a vector comes back as it was sent, to the last digit", () => {
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 20 }), (vector) => {
      expect(vectorFromBytes(vectorToBytes(vector), vector.length)).toEqual(vector);
    }),
  );
});

test("FEN-26 numbers that are single precision take four bytes each, wherever they lie in memory", () => {
  fc.assert(
    fc.property(fc.array(fc.float({ noNaN: true }), { minLength: 1, maxLength: 20 }), (vector) => {
      const bytes = vectorToBytes(vector);
      expect(bytes.byteLength).toBe(4 * vector.length);
      const shifted = new Uint8Array([0, ...bytes]).subarray(1);
      expect(vectorFromBytes(shifted, vector.length)).toEqual(vector);
      expect(vectorFromBytes(Buffer.from(bytes), vector.length)).toEqual(vector);
    }),
  );
});
