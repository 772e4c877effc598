import fc from "fast-check";
import { expect, test } from "vitest";
import { USERNAME } from "../datasets/names.ts";
import { freeUsername, usernameFrom } from "./sign-in.ts";

test.each([
  ["mara", "mara"],
  ["mara.lind", "mara-lind"],
  ["Zoë Müller", "Zoe-Muller"],
  ["-_mara_-", "mara_"],
  ["anna@example.org", "anna-example-org"],
])("AUT-22 who is called %s at a provider is %s here", (told, username) => {
  expect(usernameFrom(told)).toBe(username);
});

test("AUT-22 a name of which nothing can stand in a username is none", () => {
  expect(["", "...", "--", "李雷"].map(usernameFrom)).toEqual([null, null, null, null]);
});

test("AUT-22 whatever a provider says is a username or none, and a username stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 500 }), (told) => {
      const name = usernameFrom(told);
      if (name === null) return;
      expect(name).toMatch(USERNAME.pattern);
      expect(name.length).toBeLessThanOrEqual(100);
      expect(usernameFrom(name)).toBe(name);
    }),
  );
});

test("AUT-44 a name that somebody has in other capitals becomes the first that nobody has, and is no longer than a name may be", () => {
  const taken =
    (...names: string[]) =>
    (lowerCase: string) =>
      names.includes(lowerCase);
  expect(freeUsername("Mara", taken())).toBe("Mara");
  expect(freeUsername("Mara", taken("mara"))).toBe("Mara-2");
  expect(freeUsername("Mara", taken("mara", "mara-2"))).toBe("Mara-3");
  const long = "A".repeat(100);
  expect(freeUsername(long, taken(long.toLowerCase()))).toBe(`${"A".repeat(98)}-2`);
});
