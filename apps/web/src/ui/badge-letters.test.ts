import { expect, test } from "vitest";
import { badgeLetters } from "./badge-letters.ts";

test("CON-05 the badge shows the first two letters of the username", () => {
  expect(badgeLetters("mara.lind")).toBe("ma");
  expect(badgeLetters("x")).toBe("x");
  expect(badgeLetters("")).toBe("");
});

test("CON-05 a letter outside the basic plane is one letter", () => {
  expect(badgeLetters("𝒜da")).toBe("𝒜d");
});
