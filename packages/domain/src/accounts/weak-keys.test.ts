import { expect, test } from "vitest";
import { CHOSEN_KEY_MIN, weaknessOfKey } from "./api-keys.ts";

test("AUT-14 a key that stands in documents is weak however long it is, and so is one that can be found by trying", () => {
  expect(weaknessOfKey("argilla.apikey")).toBe("known");
  expect(weaknessOfKey("x".repeat(CHOSEN_KEY_MIN - 1))).toBe("short");
  expect(weaknessOfKey("x".repeat(CHOSEN_KEY_MIN))).toBeNull();
});
