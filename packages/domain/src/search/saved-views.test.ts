import fc from "fast-check";
import { expect, test } from "vitest";
import { viewQuery } from "./saved-views.ts";

test("VST-06 a view keeps of an address which records are shown, and not where one is among them", () => {
  const record = "0193f000-0000-7000-8000-000000000001";
  expect(viewQuery(`?page=3~25&status=submitted&search=late%20train~title&record=${record}`)).toBe(
    "status=submitted&search=late%20train~title",
  );
  expect(viewQuery("page=1")).toBe("");
  expect(viewQuery("?status=pending&search=&page=2")).toBe("");
  expect(viewQuery("")).toBe("");
});

test("VST-08 the same records are the same view, however the address was spelled", () => {
  expect(viewQuery("search=late%20train&status=draft")).toBe(viewQuery("_status=draft&_search=late+train~all"));
  expect(viewQuery("status=none&sort=broken&junk=1")).toBe("");
});

test("VST-06 what a view keeps stays the same when it is saved again", () => {
  fc.assert(
    fc.property(fc.webQueryParameters(), (query) => {
      expect(viewQuery(viewQuery(query))).toBe(viewQuery(query));
    }),
  );
});
