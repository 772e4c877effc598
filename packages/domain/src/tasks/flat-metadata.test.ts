import fc from "fast-check";
import { expect, test } from "vitest";
import { parseKeepingForm } from "../text/json-text.ts";
import { flatKeyLength, flatMetadata, isProtected } from "./metadata.ts";

const flat = (metadata: { readonly [key: string]: unknown }) => flatMetadata(metadata, { keepNulls: false });

test("TEN-18 metadata is stored under dotted keys, and what is empty is not", () => {
  const metadata = {
    a: { b: { c: 1 }, d: null, e: [], f: {} },
    "a.g": "",
    h: 0,
    i: false,
    j: [{ k: 1 }, null],
    l: null,
  };
  expect(flat(metadata)).toEqual({ "a.b.c": 1, "a.g": "", h: 0, i: false, j: [{ k: 1 }, null] });
});

test("TEN-18 of texts longer than 128 characters the end is kept, in lists too", () => {
  const long = `start${"😀".repeat(128)}`;
  expect(flat({ long, longs: [`s${"e".repeat(128)}`, "t"] })).toEqual({
    long: "😀".repeat(128),
    longs: ["e".repeat(128), "t"],
  });
});

test("TEN-18 what begins with _ stays as it is, at the top alone", () => {
  const kept = { _p: { raw: [1, { x: null }], text: "e".repeat(200) } };
  expect(flat({ ...kept, a: { _b: { c: 1 } } })).toEqual({ ...kept, "a._b.c": 1 });
});

test("TEN-18 nulls are kept where they stand for keys to be removed", () => {
  expect(flatMetadata({ a: null, b: { c: null }, _d: null }, { keepNulls: true })).toEqual({
    a: null,
    "b.c": null,
    _d: null,
  });
});

test("TEN-18 numbers keep the form they were written in", () => {
  const given = parseKeepingForm('{"a":{"f":1.0,"big":12345678901234567890},"l":[2.0,3]}') as { a: unknown };
  expect(JSON.stringify(flat(given))).toBe('{"a.f":1.0,"a.big":12345678901234567890,"l":[2.0,3]}');
});

test("TEN-18 metadata that is flat already stays as it is", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (metadata) => {
      const once = flat(metadata);
      expect(flat(once)).toEqual(once);
      for (const [key, value] of Object.entries(once)) {
        const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
        expect(isMap && !isProtected(key), key).toBe(false);
      }
    }),
  );
});

test("API-31 how long the keys would be is known before they are made", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (metadata) => {
      const keys = Object.keys(flat(metadata)).filter((key) => !isProtected(key) || !(key in metadata));
      expect(flatKeyLength(metadata)).toBeGreaterThanOrEqual(keys.join("").length);
    }),
  );
  expect(flatKeyLength({ a: { bc: 1, d: { e: null } }, _f: { g: 1 } })).toBe("a.bc".length + "a.d.e".length);
});
