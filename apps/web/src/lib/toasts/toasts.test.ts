import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toastDuration } from "./store.ts";

test("TOA-03 a toast stays 6 s and 1 s for every 120 characters, rounded up", () => {
  expect([0, 1, 120, 121, 240, 241].map(toastDuration)).toEqual([6000, 7000, 7000, 8000, 8000, 9000]);
});

test("TOA-03 every part begun adds exactly one second", () => {
  fc.assert(
    fc.property(fc.nat(100_000), (length) => {
      expect(toastDuration(length + 120)).toBe(toastDuration(length) + 1000);
      expect(toastDuration(length)).toBeGreaterThanOrEqual(6000 + (length / 120) * 1000);
    }),
  );
});
