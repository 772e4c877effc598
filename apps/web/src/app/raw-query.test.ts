import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRawQuery, writeRawQuery } from "./raw-query.ts";

test("VST-02 entries stay encoded as they were written, and empty ones are left out", () => {
  expect(writeRawQuery({ search: "late%20train~title", status: "", page: "3" })).toBe(
    "?search=late%20train~title&page=3",
  );
  expect(writeRawQuery({ status: "" })).toBe("");
  expect(parseRawQuery("?search=late%20train~title&page=3")).toEqual({ search: "late%20train~title", page: "3" });
});

test("VST-06 an encoded separator stays apart from a separator", () => {
  const address = "?metadata=a%7Eb.c~d";
  expect(writeRawQuery(parseRawQuery(address))).toBe(address);
});

test("VST-02 any text, encoded before, comes back from the address of a browser", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (text) => {
      const address = writeRawQuery({ entry: encodeURIComponent(text.toWellFormed()) });
      const url = new URL(`https://postil.example/${address}`);
      expect(url.search).toBe(address);
      expect(decodeURIComponent(parseRawQuery(url.search).entry ?? "")).toBe(text.toWellFormed());
    }),
  );
});

test("what nobody encoded cannot break out of its entry", () => {
  expect(writeRawQuery({ a: 'x&b=1 "#é\ud800' })).toBe("?a=x%26b=1%20%22%23%C3%A9%EF%BF%BD");
});
