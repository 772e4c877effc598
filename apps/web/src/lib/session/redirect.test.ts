import fc from "fast-check";
import { expect, test } from "vitest";
import { redirectEntry, redirectTarget } from "./sign-in.ts";

test("RTE-27 a path of the same origin is taken, query and hash included, decoded once", () => {
  expect(redirectTarget("%2Fdataset%2F1%2Fannotation-mode%3Fpage%3D3%26search%3Da%2520b%23x")).toBe(
    "/dataset/1/annotation-mode?page=3&search=a%20b#x",
  );
  expect(redirectTarget("/datasets")).toBe("/datasets");
});

test.each(["//evil.example", "%2F%2Fevil.example", "/\\evil.example", "/%5Cevil.example", "https://evil.example"])(
  "RTE-27 %s leads home",
  (entry) => expect(redirectTarget(entry)).toBe("/"),
);

test.each(["javascript:alert(1)", "datasets", "/%09/evil.example", "/%0A/evil.example", "%E0%A4%A", "", undefined])(
  "RTE-27 %s leads home",
  (entry) => expect(redirectTarget(entry)).toBe("/"),
);

test("RTE-27 a value that was encoded twice is not decoded twice", () => {
  expect(redirectTarget("%252F%252Fevil.example")).toBe("/");
});

test("RTE-27 no entry leads to another origin", () => {
  const pieces = fc.constantFrom("/", "\\", "%2F", "%5C", "%09", "%0a", ":", "evil.example", "?", "#", "@", ".", "a");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const target = redirectTarget(parts.join(""));
      expect(new URL(target, "https://postil.example/sign-in").origin).toBe("https://postil.example");
    }),
  );
});

test("RTE-24 the entry holds the full path and comes back as it went; the index needs none", () => {
  expect(redirectEntry("/")).toBeNull();
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), fc.webFragments(), (path, query, hash) => {
      fc.pre(path.startsWith("/") && !path.startsWith("//") && path !== "/");
      const full = `${path}?${query}#${hash}`;
      expect(redirectTarget(redirectEntry(full) ?? "")).toBe(full);
    }),
  );
});
