import { expect, test } from "vitest";
import { LABEL_KEYS } from "./labels.ts";
import { pickKeyOf } from "./pick-keys.ts";

test("LAB-21 digits pick hidden labels too, letters those that are shown, and what moves elsewhere picks none", () => {
  const keysOf = (shown: boolean) => [...LABEL_KEYS].map((key) => pickKeyOf(key, shown)).join("");
  expect(keysOf(true)).toBe("1234567890ABCDEGHILMNOPQRTUVWYZ");
  expect(keysOf(false)).toBe("1234567890");
  expect(pickKeyOf(null, true)).toBeNull();
});
