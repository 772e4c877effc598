import { afterEach, expect, test } from "vitest";
import { featureOn } from "./features.ts";

afterEach(() => localStorage.clear());

test("AUT-30 AUT-31 a toggle under postil:features is on only when it is exactly true", () => {
  localStorage.setItem("postil:features", JSON.stringify({ bulk: true, spans: "true", rules: 1 }));
  expect(["bulk", "spans", "rules", "unknown"].map(featureOn)).toEqual([true, false, false, false]);
});

test.each(["{", "null", "[true]", "3"])("AUT-31 the unreadable value %s leaves every toggle off", (stored) => {
  localStorage.setItem("postil:features", stored);
  expect(featureOn("0")).toBe(false);
});
