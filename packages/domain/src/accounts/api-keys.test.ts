import fc from "fast-check";
import { expect, test } from "vitest";
import { daysLeft, endingOf, keyExpires, keyState } from "./api-keys.ts";

const NOW = 1_779_000_000_000_000;

test("AUT-32 a key is good, ends within 14 days, or has expired", () => {
  expect(keyState(null, NOW)).toBe("good");
  expect(keyState(keyExpires(NOW, 15), NOW)).toBe("good");
  expect(keyState(keyExpires(NOW, 14), NOW)).toBe("ending");
  expect(keyState(NOW + 1, NOW)).toBe("ending");
  expect(keyState(NOW, NOW)).toBe("expired");
});

test("AUT-32 a key made for some days has so many left, and one less each day", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3650 }), fc.nat(3650), (days, gone) => {
      fc.pre(gone < days);
      expect(daysLeft(keyExpires(NOW, days), keyExpires(NOW, gone))).toBe(days - gone);
    }),
  );
  expect(daysLeft(NOW - 1, NOW)).toBe(0);
});

test("AUT-32 of a key the last four characters are told", () => {
  expect(endingOf("pk_abcdefg3f9c")).toBe("3f9c");
});
