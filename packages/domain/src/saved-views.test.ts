import fc from "fast-check";
import { expect, test } from "vitest";
import { isSameView, viewQuery } from "./saved-views.ts";

test("VST-02 a view keeps of an address what is shown, letter for letter, and not where one is in it", () => {
  expect(viewQuery("?page=3~25&status=submitted&search=late%20train~title&record=abc")).toBe(
    "status=submitted&search=late%20train~title",
  );
  expect(viewQuery("page=1")).toBe("");
  expect(viewQuery("?status=pending&search=&page=2")).toBe("");
  expect(viewQuery("")).toBe("");
});

test("VST-02 a view is on screen whatever the order and the spelling of the address", () => {
  expect(isSameView("status=draft&search=a%20b", "?search=a+b&page=7&status=draft")).toBe(true);
  expect(isSameView("status=draft", "status=submitted")).toBe(false);
  expect(isSameView("", "page=2")).toBe(true);
});

test("VST-02 what a view keeps is kept the same when it is saved again", () => {
  fc.assert(
    fc.property(fc.webQueryParameters(), (query) => {
      expect(viewQuery(viewQuery(query))).toBe(viewQuery(query));
      expect(isSameView(query, viewQuery(query))).toBe(true);
    }),
  );
});
